"""The FAQ: questions that players ask, each with a position, and answers that are computed from the law.

Nobody writes an answer. An entry names a position of the gallery and what is asked about it; what happens there, on
which disputed rules it depends and how sure that is come from the rulings and the evidence. That a ruling is right is
tested in the gallery, whose expected values are worked out by hand.
"""

from sheriff_kb.faq.answers import Answer, AnswerCase, Condition, Sentence, answer
from sheriff_kb.faq.catalogue import Entry, entries, entry

__all__ = ["Answer", "AnswerCase", "Condition", "Entry", "Sentence", "answer", "entries", "entry"]
