// The rules pages: their texts in both languages, their links, and their boards against the engine whose path is in the
// environment variable QUADRIGA.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

import { parseJson, variantLines } from "../../src/web/page/protocol.js";
import { hasRules, ruleOfEnd, ruleOfProblem, ruleOfRefusal } from "../../src/web/page/rule-links.js";
import { RULES } from "../../src/web/page/rules/rules.js";
import { linesOf, linksIn } from "../../src/web/page/rules/text.js";
import appEn from "../../src/web/page/texts/en.js";
import { setLanguage } from "../../src/web/page/texts/index.js";
import en from "../../src/web/page/texts/rules.en.js";
import zh from "../../src/web/page/texts/rules.zh.js";
import { VARIANTS, isChinese } from "../../src/web/page/variants.js";

const STONES = ["gomoku", "gomoku-standard", "renju"];
const ENTRIES = Object.entries(RULES).flatMap(([variant, rules]) =>
  rules.map(([id, ...boards]) => ({ variant, id, boards, key: `rules.${variant}.${id}` })),
);
const words = (list = "") => list.split(" ").filter(Boolean);

test("every game has rules, each with an address of its own", () => {
  assert.deepEqual(Object.keys(RULES).sort(), [...VARIANTS].sort());
  for (const [variant, rules] of Object.entries(RULES)) {
    const ids = rules.map(([id]) => id);
    assert.equal(new Set(ids).size, ids.length, variant);
    for (const id of ids) assert.match(id, /^[a-z][a-z0-9-]*$/);
    assert.ok(hasRules(variant));
  }
});

test("both languages have the same texts, built alike", () => {
  assert.deepEqual(Object.keys(zh).sort(), Object.keys(en).sort());
  const shape = (text) => linesOf(text).map(({ kind }) => kind);
  for (const { key, boards } of ENTRIES) {
    assert.ok(en[key] && zh[key], key);
    assert.deepEqual(shape(zh[key]), shape(en[key]), key);
    assert.deepEqual([...linksIn(zh[key])].sort(), [...linksIn(en[key])].sort(), key);
    assert.equal(shape(en[key]).filter((kind) => kind === "caption").length, boards.length, key);
    assert.match(zh[key], /[\u4e00-\u9fff]/, key);
  }
  const keys = new Set(ENTRIES.map(({ key }) => key));
  for (const key of Object.keys(en)) {
    assert.ok(!(key in appEn), `${key} is defined twice`);
    assert.ok(keys.has(key) || !/^rules\.[\w-]+\./.test(key), `${key} belongs to no rule`);
  }
});

test("no line of a text is empty or looks like a comment: the server leaves such lines out", () => {
  for (const texts of [en, zh]) {
    for (const [key, text] of Object.entries(texts)) assert.doesNotMatch(text, /^\s*(\/\/|\/\*|$)/m, key);
  }
});

test("links between rules lead somewhere", () => {
  for (const { variant, key } of ENTRIES) {
    const ids = RULES[variant].map(([id]) => id);
    for (const link of linksIn(en[key])) assert.ok(ids.includes(link), `${key}: ${link}`);
  }
});

/** The games in which a refusal can occur. */
function gamesWith(code) {
  if (/three-three|four-four|overline/.test(code)) return ["renju"];
  if (/^(tethered|no-liberty|general-capture|pawn-twice|no-home-pawns)$/.test(code)) return ["zhonggong"];
  if (/^(nothing-to-trade-for|not-traded|wrong-price)$/.test(code)) return ["zhonggong"];
  if (/^promotion/.test(code)) return ["chess"];
  if (code === "occupied") return STONES;
  if (/^(leaves-check|in-check|unreachable)$|piece|same-point/.test(code)) {
    return VARIANTS.filter((variant) => !STONES.includes(variant));
  }
  return VARIANTS;
}

test("every refusal and every end of a game leads to its rule", () => {
  const has = (variant, rule) => RULES[variant].some(([id]) => id === rule);
  const codes = Object.keys(appEn).flatMap((key) => /^why\.([\w-]+)$/.exec(key)?.[1] ?? []);
  assert.ok(codes.length > 20);
  for (const code of codes) {
    for (const variant of gamesWith(code)) {
      const rule = ruleOfRefusal(variant, { legal: false, code });
      assert.ok(has(variant, rule), `${variant}, ${code}: ${rule}`);
    }
  }
  const ends = {
    zhonggong: "checkmate|stalemate|trapped|five pawns|perpetual check|repetition|move limit",
    xiangqi:
      "checkmate|stalemate|perpetual check|perpetual chase|repetition|move limit|insufficient material",
    chess: "checkmate|stalemate|repetition|move limit|insufficient material",
    gomoku: "five in a row|full board",
    "gomoku-standard": "five in a row|full board",
    renju: "five in a row|full board|forbidden point",
  };
  for (const [variant, reasons] of Object.entries(ends)) {
    for (const reason of reasons.split("|")) assert.ok(has(variant, ruleOfEnd(variant, reason)), reason);
  }
  assert.equal(ruleOfEnd("chess", "resignation"), "");
  assert.equal(ruleOfEnd("chess", "stalemate"), "stalemate");
});

test("a game that is refused for a move leads to a rule, and one for its start does not", () => {
  setLanguage("en");
  const problem = { code: "unreachable", field: "moves", parameters: { move: "e2e5", number: "1" } };
  assert.equal(ruleOfProblem("chess", problem), "turns");
  assert.equal(ruleOfProblem("renju", { ...problem, code: "four-four" }), "four-four");
  assert.equal(ruleOfProblem("chess", { code: "no-royal", field: "board" }), "");
  assert.equal(ruleOfProblem("chess", {}), "");
});

test("a move that a piece cannot make leads to the rule of that piece", () => {
  const rule = (variant, fen, move, code = "unreachable", points = []) =>
    ruleOfRefusal(variant, { legal: false, code, move, points }, fen);
  for (const [variant, rules] of Object.entries(RULES)) {
    for (const [id, ...boards] of rules) {
      for (const { fen, reach, illegal } of boards) {
        if (!reach || !illegal) continue;
        assert.equal(rule(variant, fen, words(illegal)[0]), id, `${variant} ${illegal}`);
      }
    }
  }
  assert.equal(rule("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1"), "castling");
  assert.equal(rule("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1e3"), "king");
  assert.equal(rule("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "Kg7"), "turns");
  const facing = "4k4/9/9/9/9/4N4/9/9/9/4K4 w";
  assert.equal(rule("xiangqi", facing, "e5d7", "leaves-check", ["e10"]), "facing");
  assert.equal(rule("xiangqi", facing, "e5d7", "leaves-check", ["e5"]), "check");
});

const path = process.env.QUADRIGA;

/** What the engine says to commands, a line each. */
function ask(lines) {
  const input = `${lines.join("\n")}\nquit\n`;
  return execFileSync(path, [], { input, encoding: "utf8", maxBuffer: 1e8 }).split("\n");
}

test("the boards show what the engine says", { skip: !path && "QUADRIGA does not name an engine" }, () => {
  for (const { variant, id, boards } of ENTRIES) {
    for (const board of boards) {
      const what = `${variant}, ${id}: ${board.fen}`;
      const illegal = words(board.illegal);
      const start = [...variantLines(variant, {}), `position fen ${board.fen}`];
      const answers = ask([...start, "state", ...illegal.map((move) => `why ${move}`)]);
      const state = answers.map((line) => parseJson("state", line)).find(Boolean);
      assert.ok(state, `${what}: ${answers.join("\n")}`);
      const whys = answers.map((line) => parseJson("why", line)).filter(Boolean);
      assert.deepEqual(
        whys.map(({ legal }) => legal),
        illegal.map(() => false),
        what,
      );
      const reached = state.legal.filter(({ from }) => words(board.reach).includes(from));
      const points = new Set(reached.map(({ to }) => to));
      assert.deepEqual(words(board.dots).sort(), [...points].sort(), what);
      for (const move of words(board.moves)) {
        assert.ok(
          state.legal.some((entry) => entry.move.startsWith(move)),
          `${what}: ${move}`,
        );
      }
      for (const kind of ["check", "tether", "five"]) {
        const marks = state.marks.filter((mark) => mark.kind === kind).flatMap((mark) => mark.points);
        assert.deepEqual(words(board[kind]).sort(), marks.sort(), `${what}: ${kind}`);
      }
      const marked = (kind) =>
        state.marks.filter((mark) => mark.kind === kind).flatMap((mark) => mark.points);
      for (const point of words(board.liberty)) assert.ok(marked("liberty").includes(point), what);
      for (const guard of words(board.guard)) {
        const [, from] = /^([a-z]\d+)/.exec(guard);
        assert.ok(!isChinese(variant) || id === "guards" || marked("guard").includes(from), what);
      }
      const forbidden = state.marks
        .filter(({ kind }) => kind === "forbidden")
        .flatMap((mark) => mark.points.map((point) => `${point}=${mark.reason}`));
      assert.deepEqual(words(board.forbidden).sort(), forbidden.sort(), what);
    }
  }
});
