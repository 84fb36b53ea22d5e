// The lessons against the engine whose path is in the environment variable QUADRIGA: every position is accepted, its
// solution reaches the goal, judged as on the page, and not everything else does.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { after, test } from "node:test";

import { TASKS } from "../../src/web/page/learn/courses.js";
import { Lesson } from "../../src/web/page/learn/lesson.js";
import { parseBestMove, parseJson, positionLine, variantLines } from "../../src/web/page/protocol.js";

const path = process.env.QUADRIGA;

/** The engine as the lessons need it, on its standard input and output. */
function startEngine() {
  const child = spawn(path, [], { stdio: ["pipe", "pipe", "inherit"] });
  /** @type {((line: string) => void) | null} */
  let listener = null;
  createInterface({ input: child.stdout }).on("line", (line) => listener?.(line));
  child.on("exit", () => listener?.("readyok"));
  const ask = (lines, isLast) =>
    new Promise((resolve) => {
      const answers = [];
      listener = (line) => {
        answers.push(line);
        if (isLast(line)) resolve(answers);
      };
      child.stdin.write(`${lines.join("\n")}\n`);
    });
  const find = (answers, word) => answers.map((line) => parseJson(word, line)).find(Boolean) ?? null;
  return {
    async state(variant, start, moves) {
      const lines = [...variantLines(variant, {}), positionLine(start, moves), "state", "isready"];
      return find(await ask(lines, (line) => line === "readyok"), "state");
    },
    async why(text) {
      return find(await ask([`why ${text}`, "isready"], (line) => line === "readyok"), "why");
    },
    async best() {
      const answers = await ask(
        ["go nodes 3000"],
        (line) => parseBestMove(line) !== undefined || line === "readyok",
      );
      return parseBestMove(answers.at(-1)) ?? null;
    },
    close: () => child.stdin.end("quit\n"),
  };
}

if (!path) {
  test("lessons against the engine", { skip: "QUADRIGA does not name an engine" }, () => {});
} else {
  const engine = startEngine();
  after(() => engine.close());
  const begin = async ({ task, variant }) => {
    const lesson = new Lesson(task, variant, engine);
    assert.ok(await lesson.sync(), "the engine accepts the position");
    return lesson;
  };
  const legal = (lesson, text) => lesson.state.legal.find((move) => move.move === text);

  /** What the tables of endings say of a position: the plies to the win, and the fastest moves. */
  const probe = (fen) => {
    const text = execFileSync(path, ["tables", "probe", fen], { encoding: "utf8" });
    const fastest = [...text.matchAll(/^\* (\S+)/gm)].map(([, move]) => move);
    return { plies: Number(/: won in (\d+) plies/.exec(text)?.[1]), fastest };
  };
  const endings = TASKS.filter(({ task }) => task.id.startsWith("end-"));

  test("the tables prove every answer of the endings", async () => {
    assert.ok(endings.length >= 12);
    for (const entry of endings) {
      const { fen, goal, solution } = entry.task;
      assert.equal(probe(fen).plies, 2 * goal.within - 1, entry.task.id);
      const lesson = await begin(entry);
      for (const text of solution) {
        assert.ok(probe(lesson.state.fen).fastest.includes(text), `${entry.task.id}: ${text}`);
        await lesson.play(legal(lesson, text));
      }
    }
  });

  for (const entry of TASKS) {
    const { task } = entry;
    const { goal, solution = [] } = task;
    test(`lesson ${task.id}`, async () => {
      const lesson = await begin(entry);
      if (goal.kind === "choice") {
        assert.ok(goal.options.includes(lesson.answer), lesson.answer);
        for (const option of goal.options.filter((one) => one !== lesson.answer)) {
          assert.equal(lesson.choose(option), false);
        }
        assert.ok(lesson.choose(lesson.answer));
      } else if (goal.kind === "tap") {
        const { wanted } = lesson;
        assert.ok(wanted.length > 0);
        assert.equal(lesson.tap("a2"), false);
        wanted.forEach((point, i) => {
          assert.equal(lesson.outcome.status, "open", `${i} of ${wanted.length}`);
          assert.ok(lesson.tap(point));
        });
      } else if (goal.kind === "refused") {
        assert.ok((await lesson.refuse("a5a6"))?.code, "a refusal has a code");
        assert.equal(lesson.outcome.key, "other-code");
        assert.equal((await lesson.refuse(solution[0]))?.legal, false);
      } else if (task.level) {
        assert.equal(lesson.state.verdict, null);
        assert.ok(legal(lesson, await lesson.advice()), "there is a hint");
        return;
      }
      for (const text of solution) {
        if (goal.kind === "refused") break;
        assert.equal(lesson.outcome.status, "open", `before ${text}`);
        const move = legal(lesson, text);
        assert.ok(move, `${text} is legal`);
        assert.equal(await lesson.advice(), text, "the hint is the solution");
        await lesson.play(move);
        const reply = task.replies?.[(lesson.own.length - 1) % task.replies.length];
        if (reply && lesson.outcome.status === "open") {
          assert.equal(lesson.line.at(-1), reply, "the scripted reply is legal");
        }
      }
      assert.equal(lesson.outcome.status, "done");
    });

    if (task.level || goal.kind === "tap" || goal.kind === "choice") continue;
    test(`lesson ${task.id}: other moves do not reach the goal`, async () => {
      const first = await begin(entry);
      const line = solution.slice(0, goal.kind === "refused" ? 0 : -1);
      // The last decision: all before it is played as in the solution.
      const reach = async () => {
        const lesson = await begin(entry);
        for (const text of line) await lesson.play(legal(lesson, text));
        return lesson;
      };
      const there = line.length ? await reach() : first;
      const reached = [];
      let failed = 0;
      for (const move of there.state.legal) {
        const lesson = await reach();
        const { status } = await lesson.play(move);
        if (status === "done") reached.push(move.move);
        else failed++;
      }
      assert.ok(failed > 0, `every move does: ${reached.join(" ")}`);
      if (goal.kind !== "last") assert.ok(reached.length <= failed || reached.length <= 5, reached.join(" "));
    });

    if (solution.length < 2 || goal.kind === "last") continue;
    test(`lesson ${task.id}: the first move matters`, async () => {
      const lesson = await begin(entry);
      const other = lesson.state.legal.filter((move) => move.move !== solution[0]);
      assert.ok(other.length > 0);
      await lesson.play(other[0]);
      assert.notEqual(lesson.outcome.status, "done");
    });
  }
}
