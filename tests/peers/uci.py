"""What the peer tests share: a UCI engine whose every answer has a deadline, and the codes that they exit with."""
import os
import pathlib
import queue
import shutil
import subprocess
import sys
import threading
import time

SKIPPED = 77
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def skip(reason):
    """Ends the test as one that could not be made here."""
    print("SKIPPED: " + reason)
    sys.exit(SKIPPED)


def engine_path(given=None):
    """The engine under test: the one that was given, else the newest of the built ones."""
    built = [ROOT / "target" / profile / "quadriga" for profile in ("release", "debug")]
    found = [pathlib.Path(given)] if given else [path for path in built if path.exists()]
    if not found:
        skip("the engine is not built")
    return str(max(found, key=lambda path: path.stat().st_mtime).resolve())


def program(name):
    """Where a peer's program lies, or nothing. Debian keeps games outside of most search paths."""
    return shutil.which(name, path=os.environ.get("PATH", "") + os.pathsep + "/usr/games")


class Uci:
    """A UCI engine."""

    def __init__(self, command, **options):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="utf-8"
        )
        self.lines = queue.Queue()
        self.log = []
        threading.Thread(target=self._pump, daemon=True).start()
        self.ask("uci", "uciok")
        for name, value in options.items():
            self.send("setoption name %s value %s" % (name.replace("__", " "), value))
        self.ask("isready", "readyok")

    def _pump(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\r\n"))
        self.lines.put(None)

    def send(self, line):
        self.log.append("> " + line[-200:])
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, start, timeout=60.0):
        """The lines up to and with the first that starts so."""
        self.send(line)
        end, found = time.monotonic() + timeout, []
        while True:
            try:
                answer = self.lines.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise TimeoutError("no %r after\n%s" % (start, "\n".join(self.log[-10:]))) from None
            if answer is None:
                raise EOFError("the engine ended after\n%s" % "\n".join(self.log[-10:]))
            self.log.append("< " + answer)
            found.append(answer)
            if answer.startswith(start):
                return found

    def position(self, moves):
        self.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))

    def best_move(self, moves, limit):
        """The engine's answer to the game so far."""
        self.position(moves)
        return self.ask("go " + limit, "bestmove")[-1].split()[1]

    def status(self):
        """Our engine's word on the game: "ongoing", or the result and the reason."""
        return self.ask("status", "status ")[-1].removeprefix("status ")

    def legal(self):
        """Our engine's list of legal moves, in order."""
        return self.ask("legal", "legal")[-1].split()[1:]

    def quit(self):
        """The exit code."""
        self.send("quit")
        return self.process.wait(10)
