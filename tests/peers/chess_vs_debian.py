#!/usr/bin/env python3
"""Chess against Debian's engines, refereed by python-chess.

usage: chess_vs_debian.py [ENGINE [OPPONENT...]]     (the built engine; stockfish and gnuchess)

Our engine, under a clock and driven by python-chess's strict client, plays one game with each opponent to the end. After
every move our rules are held against python-chess's: the legal moves, and whether the game is over, how and why. Exits 0
where all agrees, 1 where not, 77 where no peer is here.
"""
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from uci import Uci, engine_path, program, skip

try:
    import chess
    import chess.engine
except ImportError:
    skip("python-chess is missing (pip install chess)")

OPPONENTS = {
    "stockfish": (["stockfish"], {"UCI_LimitStrength": True, "UCI_Elo": 1500}),
    "gnuchess": (["gnuchess", "--uci"], {}),
}
CLOCK, INCREMENT = 6.0, 0.05

REASONS = {
    chess.Termination.CHECKMATE: "checkmate",
    chess.Termination.STALEMATE: "stalemate",
    chess.Termination.INSUFFICIENT_MATERIAL: "insufficient material",
    chess.Termination.THREEFOLD_REPETITION: "repetition",
    chess.Termination.FIVEFOLD_REPETITION: "repetition",
    chess.Termination.FIFTY_MOVES: "move limit",
    chess.Termination.SEVENTYFIVE_MOVES: "move limit",
}


def referee(board):
    """How the game stands by FIDE's rules, in our words; draws need no claim here."""
    outcome = board.outcome()
    if outcome:
        return "%s %s" % (outcome.result(), REASONS[outcome.termination])
    if board.is_repetition(3):
        return "1/2-1/2 repetition"
    if board.halfmove_clock >= 100:
        return "1/2-1/2 move limit"
    return "ongoing"


def check(ours, board):
    """Complains where our rules differ from python-chess's; gives the state of the game."""
    ours.position([move.uci() for move in board.move_stack])
    legal = sorted(move.uci() for move in board.legal_moves)
    if ours.legal() != legal:
        raise AssertionError("%s: our moves are %s, theirs %s" % (board.fen(), ours.legal(), legal))
    state = referee(board)
    if ours.status() != state:
        raise AssertionError("%s: our verdict is %r, theirs %r" % (board.fen(), ours.status(), state))
    return state


def play(engine, name, command, options, our_colour):
    rules = Uci([engine])
    ours = chess.engine.SimpleEngine.popen_uci([engine], timeout=30)
    theirs = chess.engine.SimpleEngine.popen_uci(command, timeout=30)
    theirs.configure({key: value for key, value in options.items() if key in theirs.options})
    board = chess.Board()
    clock = {chess.WHITE: CLOCK, chess.BLACK: CLOCK}
    try:
        while (state := check(rules, board)) == "ongoing":
            mover = board.turn
            limit = chess.engine.Limit(
                white_clock=max(clock[chess.WHITE], 0.01), black_clock=max(clock[chess.BLACK], 0.01),
                white_inc=INCREMENT, black_inc=INCREMENT,
            )
            begin = time.monotonic()
            # python-chess raises where an engine's move is illegal.
            result = (ours if mover == our_colour else theirs).play(board, limit, info=chess.engine.INFO_ALL)
            clock[mover] += INCREMENT - (time.monotonic() - begin)
            if mover == our_colour and "score" not in result.info:
                raise AssertionError("no score with %s in %s" % (result.move, board.fen()))
            if result.move is None:
                raise AssertionError("no move in %s" % board.fen())
            board.push(result.move)
    finally:
        ours.quit()
        theirs.quit()
    if rules.quit() != 0:
        raise AssertionError("our exit code is not 0")
    colour = "White" if our_colour else "Black"
    print("chess, we are %s against %s: %s, %d plies, every move agreed on; %.1f s left on our clock"
          % (colour, name, state, len(board.move_stack), clock[our_colour]))


def main(path=None, *names):
    engine = engine_path(path)
    present = [name for name in names or OPPONENTS if program(OPPONENTS[name][0][0])]
    if not present:
        skip("neither stockfish nor gnuchess is installed")
    for index, name in enumerate(present):
        command, options = OPPONENTS[name]
        play(engine, name, [program(command[0])] + command[1:], options, index % 2 == 0)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (AssertionError, EOFError, TimeoutError, chess.engine.EngineError) as error:
        print("FAILED: %s" % error)
        sys.exit(1)
