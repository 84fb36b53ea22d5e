#!/usr/bin/env python3
"""Chess against Debian's engines, refereed by python-chess.

usage: chess_vs_debian.py [ENGINE [OPPONENT...]]     (the built engine; stockfish and gnuchess)

Our engine, under a clock and driven by python-chess's strict client, plays one game with each opponent to the end. After
every move our rules are held against python-chess's: the legal moves, and whether the game is over, how and why. An
opponent that crashes is started again, twice at most, and goes on with the game. Exits 0 where all agrees, 1 where not,
77 where no peer is here, or one that cannot play on.
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
# GNU Chess 6.2 aborts where its own engine has written 4 KiB before it reads them.
RESTARTS = 2

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


class Opponent:
    """A program by others, started again where it crashes."""

    def __init__(self, name, command, options):
        self.name, self.command, self.options = name, command, options
        self.restarts = 0
        self.start()

    def start(self):
        self.engine = chess.engine.SimpleEngine.popen_uci(self.command, timeout=30)
        known = self.engine.options
        self.engine.configure({key: value for key, value in self.options.items() if key in known})

    def play(self, board, limit):
        while True:
            try:
                return self.engine.play(board, limit)
            except chess.engine.EngineTerminatedError as error:
                self.engine.close()
                print("%s crashed at %s: %s" % (self.name, board.fen(), error))
                if self.restarts == RESTARTS:
                    skip("%s crashed %d times" % (self.name, RESTARTS + 1))
                self.restarts += 1
                self.start()

    def quit(self):
        try:
            self.engine.quit()
        except chess.engine.EngineTerminatedError:
            self.engine.close()


def play(engine, name, command, options, our_colour):
    rules = Uci([engine])
    ours = chess.engine.SimpleEngine.popen_uci([engine], timeout=30)
    theirs = Opponent(name, command, options)
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
            if mover == our_colour:
                result = ours.play(board, limit, info=chess.engine.INFO_ALL)
            else:
                result = theirs.play(board, limit)
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
