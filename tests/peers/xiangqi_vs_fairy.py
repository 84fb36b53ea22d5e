#!/usr/bin/env python3
"""Xiangqi against Debian's fairy-stockfish, refereed by pyffish.

usage: xiangqi_vs_fairy.py [ENGINE [GAMES]]     (the built engine; 2)

Our engine plays to the end, both sides in turn. After every move our legal moves are held against pyffish's, and where
the game ends on the board, the result as well. (Repetitions and move limits are judged by other rules there.) Exits 0 where
all agrees, 1 where not, 77 where a peer is missing.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from uci import Uci, engine_path, program, skip

try:
    import pyffish
except ImportError:
    skip("pyffish is missing (pip install pyffish)")

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
MAX_PLIES = 500


def result(moves):
    """The result of a game without a legal move, in our words."""
    value = pyffish.game_result("xiangqi", START, moves)
    if value == 0:
        return "1/2-1/2"
    red_to_move = len(moves) % 2 == 0
    return "1-0" if (value > 0) == red_to_move else "0-1"


def play(engine, fairy, we_are_red):
    ours = Uci([engine], UCI_Variant="xiangqi")
    theirs = Uci([fairy], UCI_Variant="xiangqi")
    moves = []
    while True:
        ours.position(moves)
        legal = sorted(pyffish.legal_moves("xiangqi", START, moves))
        if ours.legal() != legal:
            raise AssertionError("after %s: our moves are %s, theirs %s" % (" ".join(moves), ours.legal(), legal))
        state = ours.status()
        if not legal and state.split()[0] != result(moves):
            raise AssertionError("after %s: our verdict is %r, theirs %s" % (" ".join(moves), state, result(moves)))
        if state != "ongoing" or len(moves) >= MAX_PLIES:
            break
        our_turn = (len(moves) % 2 == 0) == we_are_red
        move = (ours.best_move(moves, "movetime 40") if our_turn else theirs.best_move(moves, "nodes 300"))
        if move not in legal:
            raise AssertionError("after %s: %s plays %s" % (" ".join(moves), "our engine" if our_turn else "fairy-stockfish", move))
        moves.append(move)
    for player in (ours, theirs):
        player.quit()
    print("xiangqi, we are %s: %s, %d plies, every move agreed on" % ("Red" if we_are_red else "Black", state, len(moves)))


def main(path=None, games="2"):
    engine = engine_path(path)
    fairy = program("fairy-stockfish")
    if not fairy:
        skip("fairy-stockfish is not installed")
    for game in range(int(games)):
        play(engine, fairy, game % 2 == 0)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (AssertionError, EOFError, TimeoutError) as error:
        print("FAILED: %s" % error)
        sys.exit(1)
