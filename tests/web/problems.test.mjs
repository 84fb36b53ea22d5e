// What the page says about positions that the engine refuses, or of which it ignores a part. The engine whose path is
// in the environment variable QUADRIGA says what is wrong.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

import { lostText, notesText, problemOf, problemText, remarksText } from "../../src/web/page/problems.js";
import { parseError, parseJson } from "../../src/web/page/protocol.js";
import mainEn from "../../src/web/page/texts/en.js";
import filesEn from "../../src/web/page/texts/files.en.js";
import filesZh from "../../src/web/page/texts/files.zh.js";
import { addTexts, loadLanguages, setLanguage } from "../../src/web/page/texts/index.js";
import roomEn from "../../src/web/page/texts/room.en.js";
import roomZh from "../../src/web/page/texts/room.zh.js";
import mainZh from "../../src/web/page/texts/zh.js";

import { engine, recorded } from "./recorded.mjs";

await loadLanguages();
addTexts({ en: filesEn, zh: filesZh });
const en = { ...mainEn, ...filesEn, ...roomEn };
const zh = { ...mainZh, ...filesZh, ...roomZh };

const XIANGQI = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const ZHONGGONG = "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR w - - 0 1";

/** Variant, FEN, and what the page says about it in each language. */
const CASES = [
  ["chess", "4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king.", "白方缺王。"],
  ["chess", "4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "White has more than one king.", "白方的王多于一个。"],
  ["chess", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "No White pawn can stand on a1.", "白方的兵不可能在 a1。"],
  [
    "chess",
    "4k3/8/8/8/8/QQ6/PPPPPPPP/4K3 w - - 0 1",
    "White has 9 pawn or promoted pieces, but no more than 8 are possible.",
    "白方有 9 个兵或升变的子，最多 8 个。",
  ],
  [
    "chess",
    "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1",
    "The side that is not to move is in check.",
    "不该走的一方正被将军。",
  ],
  [
    "chess",
    "4k3/8/8/8/8/8/8/4K2R[Q] w - - 0 1",
    "The pieces in hand (Q) belong to another game.",
    "持子（Q）属于别的棋。",
  ],
  [
    "chess",
    "4k3/8/8/8/8/8/8/4K2 w - - 0 1",
    "Rank 1 has 7 points, but needs 8.",
    "第 1 行有 7 点，应为 8 点。",
  ],
  ["chess", "4k3/8/8/8/8/8/4K3 w - - 0 1", "The board has 7 ranks, but needs 8.", "棋盘有 7 行，应为 8 行。"],
  [
    "chess",
    "4k3/8/8/8/8/8/8/4K2? w - - 0 1",
    "“?” means nothing in a FEN of this game.",
    "“?”在此棋的 FEN 中没有意义。",
  ],
  ["chess", "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "“x” cannot be read there.", "那里的“x”无法识别。"],
  ["chess", "4k3/8/8/8/8/8/8/4K3", "The FEN is not complete.", "FEN 不完整。"],
  [
    "chess",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e2 e8e1",
    "Move 2 (e8e1): That piece does not move like that.",
    "第 2 着（e8e1）：该子不能这样走。",
  ],
  [
    "xiangqi",
    XIANGQI.replace("/9/RNBAKABNR", "/5A3/RNBAK1BNR"),
    "No Red advisor can stand on f2.",
    "红方的士不可能在 f2。",
  ],
  [
    "xiangqi",
    XIANGQI.replace("/9/RNBAKABNR", "/R8/RNBAKABNR"),
    "Red has 3 chariots, but no more than 2 are possible.",
    "红方有 3 个车，最多 2 个。",
  ],
  ["xiangqi", "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "The generals face each other.", "将帅照面。"],
  [
    "xiangqi",
    "3k5/9/9/9/9/P8/P8/9/9/4K4 w - - 0 1",
    "Red has several pawns on file a that have not crossed the river.",
    "红方在 a 线上有多个未过河的兵（卒）。",
  ],
  [
    "zhonggong",
    ZHONGGONG.replace("4k4", "k8"),
    "No Black general can stand on a6.",
    "黑方的将帅不可能在 a6。",
  ],
  [
    "zhonggong",
    "PPPPP4/9/9/4k4/9/4K4/9/9/9 w - - 0 1",
    "Red has won with five pawns and cannot be to move.",
    "红方五兵到底已胜，不应轮到该方走。",
  ],
  [
    "zhonggong",
    "9/9/9/5k3/3b5/2PKP4/3P5/9/R8 b - - 0 1",
    "The general of the side that is not to move has no liberty.",
    "不该走的一方的将帅没有气。",
  ],
  [
    "renju",
    "5/5/2X2/5/5 b 1",
    "1 black and 0 white stones do not fit: Black cannot be to move.",
    "1 个黑子、0 个白子，不应轮到黑方。",
  ],
  ["gomoku", "XXXXX/5/5/5/OOOOO b 6", "Both sides have five in a row.", "双方都已连五。"],
  [
    "gomoku",
    "XXXXX/5/5/5/OOOO1 b 6",
    "Black has five in a row and cannot be to move.",
    "黑方已连五，不应轮到该方走。",
  ],
];

/** Positions that are accepted, and what the page says was ignored. */
const REMARKS = [
  [
    "chess",
    "r3k2r/8/8/8/8/8/8/R3K3 w KQkq e3 -1 9",
    "Castling rights K cannot be in this position and are ignored. No pawn can just have passed e3: en passant is " +
      "ignored. “-1” is no number of moves and is ignored.",
    "易位权 K 在此局面中不可能存在，已忽略。 没有兵能刚刚经过 e3，吃过路兵已忽略。 “-1”不是回合数，已忽略。",
  ],
  [
    "chess",
    "4k3/8/8/8/8/8/8/R4K2 w Q - 0 1",
    "Castling rights Q are those of Chess960 and are ignored.",
    "易位权 Q 属于 Chess960，已忽略。",
  ],
  [
    "chess",
    "4k3/8/8/8/8/8/8/4K3 w - - bm e4;",
    "What follows the position (bm) is ignored.",
    "局面之后的内容（bm）已忽略。",
  ],
  ["xiangqi", XIANGQI, "", ""],
];

/** The engine's answer to each position, as the page's session collects it. */
function answers(cases) {
  const lines = cases.flatMap(([variant, fen]) => [
    `setoption name UCI_Variant value ${variant}`,
    `position fen ${fen}`,
    "why",
  ]);
  const output = spawnSync(engine, { input: `${lines.join("\n")}\n`, encoding: "utf8" }).stdout;
  const found = [];
  let errors = [];
  for (const line of output.split("\n")) {
    const error = parseError(line);
    if (error) errors.push(error);
    const why = parseJson("why", line);
    if (!why) continue;
    found.push({ why, errors });
    errors = [];
  }
  assert.equal(found.length, cases.length);
  return found;
}

test("what the engine refuses is explained in every language", { skip: !engine }, () => {
  answers(CASES).forEach((answer, i) => {
    const [, fen, english, chinese] = CASES[i];
    assert.equal(answer.errors.length, 1, fen);
    for (const [language, words] of [
      ["en", english],
      ["zh", chinese],
    ]) {
      setLanguage(language);
      assert.equal(problemText(problemOf(answer)), words, fen);
    }
  });
});

test("what the engine ignores is named in every language", { skip: !engine }, () => {
  answers(REMARKS).forEach((answer, i) => {
    const [, fen, english, chinese] = REMARKS[i];
    assert.equal(problemOf(answer), null, fen);
    for (const [language, words] of [
      ["en", english],
      ["zh", chinese],
    ]) {
      setLanguage(language);
      assert.equal(remarksText(answer), words, fen);
    }
  });
});

test("every code of the engine has a text in every language", () => {
  const read = (path) => readFileSync(new URL(`../../src/${path}`, import.meta.url), "utf8");
  const shared = ["error", "remark"].flatMap((name) => {
    const functions = [...read(`base/fen/${name}.rs`).matchAll(/fn code\(&self\)[^]*?\n {4}\}\n/g)].map(
      String,
    );
    return [...functions.join("").matchAll(/=> "([\w-]+)"/g)];
  });
  const games = readdirSync(new URL("../../src/games", import.meta.url), { recursive: true });
  const own = games
    .filter((path) => path.endsWith(".rs"))
    .flatMap((path) => [...read(`games/${path}`).matchAll(/(?:Impossibility::new\(|code: )"([\w-]+)"/g)]);
  const codes = [...shared, ...own].map((found) => found[1]);
  assert.ok(codes.length > 25);
  for (const code of codes) for (const texts of [en, zh]) assert.ok(`problem.${code}` in texts, code);
});

test("problems without a text are told as the engine says them", () => {
  setLanguage("en");
  assert.equal(problemText({ text: "position: moves expected" }), "moves expected");
  assert.equal(problemText({ code: "new", text: "FEN, board: something new" }), "something new");
  assert.equal(
    problemText({ code: "no-royal", parameters: { side: "white", piece: "king", line: "3" }, text: "" }),
    "line 3: White has no king.",
  );
});

/** Requests for `record`, and what the page says about them in each language. */
const FILES = [
  [
    { text: '[White "A"]\n\n1. e4 Ke5 *' },
    "line 1: Move 2 (Ke5): No legal move has this name.",
    "第 1 行：第 2 着（Ke5）：没有这样的合法着法。",
  ],
  [
    { text: '[Variant "shogi"]\n\n1. e4 *' },
    "line 1: The game “shogi” is not played here.",
    "第 1 行：本程序不下“shogi”。",
  ],
  [
    { text: '[FEN "8/8/8 w - - 0 1"]\n\n*' },
    "line 1: The board has 3 ranks, but needs 8.",
    "第 1 行：棋盘有 3 行，应为 8 行。",
  ],
  [
    { text: "neither a game nor a position" },
    "No game was found: the text is in none of the known formats.",
    "没有找到棋谱：文本不是任何已知的格式。",
  ],
  [
    { data: Buffer.from(Array.from({ length: 200 }, (_, i) => i % 7)).toString("base64") },
    "It is a binary file of an unknown format.",
    "这是格式未知的二进制文件。",
  ],
  [{ text: "(;GM[1]SZ[19];B[aa])" }, "line 1: The file holds a game of Go.", "第 1 行：文件中是围棋。"],
  [
    { text: "(;GM[2];B[aa])" },
    "line 1: The file holds another game than gomoku (game number 2).",
    "第 1 行：文件中不是五子棋（棋类编号 2）。",
  ],
  [
    { text: "(;GM[4]SZ[99];B[aa])" },
    "line 1: A board of “99” is not supported.",
    "第 1 行：不支持“99”大小的棋盘。",
  ],
  [
    { text: "(;GM[4]SZ[15];B[zz])" },
    "line 1: “zz” is not a point of the board.",
    "第 1 行：“zz”不在棋盘上。",
  ],
  [{ text: "(;GM[4];B)" }, "line 1: The property “B” has no value.", "第 1 行：属性“B”没有值。"],
  [{ text: "(;GM[4];B[h8" }, "line 1: The text breaks off within a game.", "第 1 行：文本在一局中间中断。"],
  [{ text: "(;GM[4];B[h8]?)" }, "line 1: Unexpected “?”.", "第 1 行：意外的“?”。"],
  [
    { text: "Piskvorky 99x99, 11:11, 0\n8,8,0" },
    "line 1: A board of “99x99, 11:11, 0” is not supported.",
    "第 1 行：不支持“99x99, 11:11, 0”大小的棋盘。",
  ],
  [
    { text: "Piskvorky 15x15, 11:11, 0\n88,8,0" },
    "line 2: “88,8” is not a point of the board.",
    "第 2 行：“88,8”不在棋盘上。",
  ],
  [
    { text: "[DhtmlXQ]\n[DhtmlXQ_movelist]774x[/DhtmlXQ_movelist]\n[/DhtmlXQ]" },
    "line 2: “x” is not a digit.",
    "第 2 行：“x”不是数字。",
  ],
  [
    { text: "[DhtmlXQ]\n[DhtmlXQ_movelist]774[/DhtmlXQ_movelist]\n[/DhtmlXQ]" },
    "line 2: A move has 4 digits, but there are 3.",
    "第 2 行：每着四位数字，而这里共有 3 位。",
  ],
  [
    { format: "xqf", text: "nothing" },
    "line 1: The file breaks off in its header.",
    "第 1 行：文件在文件头处中断。",
  ],
  [
    { format: "renlib", text: "nothing" },
    "line 1: It is not a file of RenLib.",
    "第 1 行：这不是 RenLib 文件。",
  ],
  [
    { format: "sgf", game: { variant: "chess", moves: ["e2e4"] } },
    "SGF cannot hold this game.",
    "SGF 不能保存这种棋。",
  ],
  [
    {
      format: "psq",
      game: { variant: "gomoku", start: "15/15/15/15/15/15/15/7X7/15/15/15/15/15/15/15 w 2" },
    },
    "PSQ holds no game that begins with stones on the board.",
    "PSQ 不能保存开局已有棋子的对局。",
  ],
  [{ format: "cbl", game: { variant: "xiangqi" } }, null, null],
];

test("why a file cannot be read or written is told in every language", { skip: !engine }, () => {
  const answers = recorded(FILES.map(([request]) => request));
  assert.equal(answers.length, FILES.length);
  answers.forEach((answer, i) => {
    const [request, ...words] = FILES[i];
    assert.equal(answer.errors.length, 1, JSON.stringify(request));
    if (words[0] === null) return;
    ["en", "zh"].forEach((language, j) => {
      setLanguage(language);
      assert.equal(problemText(problemOf(answer)), words[j], JSON.stringify(request));
    });
  });
});

test("what a reader repairs and a format cannot hold is told in every language", { skip: !engine }, () => {
  const comment = { comments: ["good"], nags: [1], shapes: ["Ge4"], clock: 5, elapsed: 1 };
  const nodes = [{}, { parent: 0, move: "h8", ...comment }, { parent: 0, move: "h9" }];
  const game = { variant: "gomoku", nodes, facts: { Event: "Cup" }, outcome: "1-0" };
  const [guessed, written] = recorded([{ text: '[White "A"]\n\n1. e5 *' }, { format: "psq", game }]);
  assert.equal(guessed.record.games[0].variant, "gomoku");
  for (const language of ["en", "zh"]) {
    setLanguage(language);
    const words = notesText(guessed.record.games[0].notes, "GAME");
    assert.match(words, language === "en" ? /Nothing names the game.*GAME/ : /没有说明是哪种棋：按GAME读入/);
    assert.ok(written.record.lost.length > 4);
    const lost = lostText(written.record.lost);
    if (language === "zh") assert.doesNotMatch(lost.replace("Event", ""), /[a-z]/i);
    else assert.match(lost, /variations, comments/);
  }
});

test("every code of files, notes and the library has a text in every language", () => {
  const read = (path) => readFileSync(new URL(`../../src/${path}`, import.meta.url), "utf8");
  const codes = (path, prefix) =>
    [...read(path).matchAll(/fn code\(&self\)[^]*?\n {4}\}\n/g)].flatMap((code) =>
      [...String(code).matchAll(/=> "([\w-]+)"/g)].map((found) => `${prefix}.${found[1]}`),
    );
  const keys = [
    ...codes("records/error.rs", "problem"),
    ...codes("records/open.rs", "problem"),
    ...codes("library/error.rs", "library"),
    ...codes("web/rooms/message.rs", "room.refused"),
  ];
  const folder = new URL("../../src/records", import.meta.url);
  for (const path of readdirSync(folder, { recursive: true }).filter((path) => path.endsWith(".rs"))) {
    const text = read(`records/${path}`);
    for (const [, code] of text.matchAll(/\bnote\([^"]*"([a-z-]+)"/g)) keys.push(`note.${code}`);
    for (const [, what] of text.matchAll(/lost\.push\("([^"]+)"/g))
      keys.push(`lost.${what.replaceAll(" ", "-")}`);
  }
  assert.ok(keys.length > 80, `${keys.length}`);
  for (const key of keys) for (const texts of [en, zh]) assert.ok(key in texts, key);
});
