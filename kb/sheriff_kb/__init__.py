"""What happens in a position of Carcassonne: Gold Rush - The Sheriff, under every reading of its rules.

from sheriff_kb.position import Position
from sheriff_kb.rulings import rulings

for ruling in rulings(Position.load("game.yaml")):
print(ruling.matter, ruling.cases)
"""
