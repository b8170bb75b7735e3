"""The forty questions and their answers, in the order of the design; the first answer is the default."""

from __future__ import annotations

READINGS: dict[str, tuple[str, ...]] = {
    "star_trigger": ("placed", "drawn"),
    "graveyard_trigger": ("move_and_activate", "activate_only"),
    "star_nuggets": ("before_sheriff", "after_sheriff"),
    "another_mountain": ("region", "tile"),
    "no_target": ("returned", "stays"),
    "return_then_replace": ("stays_beside", "placed_again"),
    "reentry": ("any_open", "not_previous"),
    "new_tile_target": ("allowed", "excluded"),
    "just_completed_target": ("not_target", "target_until_scored"),
    "own_mountain_completed": ("moves_on", "skips_move"),
    "merged_mountain": ("whole_is_current", "other_part_is_another"),
    "sheriff_blocks_spot": ("shares", "blocks"),
    "tax_unit": ("per_player", "per_tile"),
    "tax_exemption": ("mover", "movers_tile"),
    "tax_source": ("stack", "collection"),
    "stack_unit": ("mountain", "tile"),
    "tax_shortage": ("as_many_as_there_are", "none_unless_all"),
    "tax_drawer": ("mover", "owners"),
    "tax_return": ("mixed", "unmixed"),
    "tax_tent_place": ("region", "sheriffs_tile"),
    "freeze_tents": ("all_moves", "out_only"),
    "freeze_end": ("at_completion", "at_distribution"),
    "mine_completed": ("allowed", "refused"),
    "freeze_adds": ("added", "suspended"),
    "freeze_extent": ("whole_region", "original_part"),
    "owner": ("majority", "any_cowboy", "tents_too"),
    "end_split": ("round_robin", "even_rest_lost"),
    "end_first": ("last_player", "next_player", "start_player"),
    "unfinished_tokens": ("lost", "to_owner"),
    "unowned_stack": ("removed", "supply", "left"),
    "graveyard_cowboy": ("returns", "stays"),
    "surrounded_claim": ("allowed", "refused"),
    "surround": ("eight", "four"),
    "completion_value": ("fixed_nine", "as_at_the_end"),
    "city_near": ("eight", "four"),
    "city_unit": ("city", "tile"),
    "own_city": ("not_counted", "counted"),
    "city_state": ("any", "completed_only"),
    "self_tile": ("counted", "not_counted"),
    "final_scope": ("unfinished_only", "every_owned"),
}

DEFAULT: dict[str, str] = {question: answers[0] for question, answers in READINGS.items()}


def reading(**answers: str) -> dict[str, str]:
    """The total reading that differs from the default in these answers only."""
    for question, answer in answers.items():
        if answer not in READINGS[question]:
            raise ValueError(f"{answer} is no answer to {question}")
    return DEFAULT | answers
