"""What only those need who maintain the rules; it is in no release, and works on a checkout."""
