"""What holds for all tests."""

from __future__ import annotations

import signal

# A run in the background ignores Ctrl-C, and so would the commands in which tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
