"""`sheriff ask`: disputes in the words of players find the entry that settles them.

The disputes were written down before any entry of the FAQ was: nothing in the entries is worded after them, and nothing
here after the entries. Each names the disputed rule that it is about.
"""

DISPUTES = [
    ("two of us have a tent on the hill he came to, does each of us lose a gold or just one piece?", "tax_source"),
    ("do I pay the sheriff out of the nuggets I already mined or from the pile on the mountain", "tax_source"),
    ("end of game cemetery: does the cemetery card itself give a point too?", "self_tile"),
    ("can I move my tent onto the mountain where the sheriff is", "freeze_tents"),
    ("I drew a star tile but it fits nowhere so I threw it away, does the sheriff still move", "star_trigger"),
    ("no other open mountain for the sheriff, does he stay put or leave the board?", "no_target"),
    ("I just closed the mountain with the sheriff on it, may I still grab a gold before it is paid out", "freeze_end"),
    ("town only touching the finished graveyard at the corner - does it count", "city_near"),
    ("does a graveyard tile move the sheriff or does he just collect again where he stands", "graveyard_trigger"),
    ("game over, sheriff mountain, me and my wife have one cowboy each and three chips, who gets the odd one", "end_split"),
    ("can my cowboy stand on the same spot as the sheriff", "sheriff_blocks_spot"),
    ("there is only one token left but two rival tents, what does the sheriff take", "tax_shortage"),
    ("do I get my meeple back from a full graveyard", "graveyard_cowboy"),
    ("graveyard tile put into a hole with tiles all around it: can I claim it and score right away", "surrounded_claim"),
    ("star tile adds gold to the mountain, is that there already when the sheriff comes to take", "star_nuggets"),
    ("may I send the sheriff to the mountain I have just completed with the star tile", "just_completed_target"),
    ("nobody has a cowboy on the finished mountain, where does the gold go?", "unowned_stack"),
    ("does having only a tent there make me the owner of the mountain at the end", "owner"),
]
