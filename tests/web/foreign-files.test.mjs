// Files of every format are opened and saved by the page with all that they hold. The engine reads and writes them.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { gameOf, recordOf } from "../../src/web/page/game-record.js";
import { recordRequest } from "../../src/web/page/record-file.js";
import { engine, recorded } from "./recorded.mjs";

const plain = (value) => JSON.parse(JSON.stringify(value));

/** Files of our own, one of each format. */
const OWN = [
  [
    "all.pgn",
    '[Event "Cup"]\n[White "Li"]\n[Black "Wang"]\n[Result "1-0"]\n[Annotator "Zhao"]\n\n' +
      "{first} 1. e4 $1 {[%clk 0:04:58] [%cal Gd2d4] good} (1. d4 d5 {solid}) (1. c4) 1... e5 2. Nf3 $6 1-0\n",
  ],
  ["rest.pgn", '[White "A"]\n\n1. e4 e5 (1... -- {a threat?} 2. d4) 2. d4 *\n'],
  [
    "960.pgn",
    '[Variant "Chess960"]\n[FEN "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1"]\n\n1. e4 e5 *\n',
  ],
  [
    "all.sgf",
    "(;GM[4]SZ[15]PB[Li]PW[Wang]RU[renju]C[start];B[hh]C[centre]TR[hh](;W[ii]LB[jj:A];B[jj])(;W[gg]N[other]))\n",
  ],
  ["all.psq", "Piskvorky 15x15, 11:11, 0\n8,8,120\n9,9,340\n7,7,0\nLi\nWang\n0\n"],
  [
    "all.dhtmlxq",
    "[DhtmlXQ]\n[DhtmlXQ_title]Cup[/DhtmlXQ_title]\n[DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist]\n[DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1]\n[DhtmlXQ_comment1]good[/DhtmlXQ_comment1]\n[/DhtmlXQ]\n",
  ],
  [
    "all.wxf",
    "FORMAT\tWXF\nGAME\tCup\nRED\tLi;;;\nBLACK\tWang;;;\nRESULT\t1-0\nSTART{\n1. C2.5 H8+7\n2. H2+3 R9.8\n}END\n",
  ],
  ["points.txt", "h8i9j8\n"],
  ["position.epd", '4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id "castling";\n'],
];

/** Small files as other programs write them, beside the checkout. */
const FOREIGN = new URL("../../../shared/cases/", import.meta.url);

/**
 * What of a game must come back. A tag that is unknown says nothing, nor does a tree that is a list of moves; `Format`
 * is about the file, not the game.
 */
function compared({ variant, start, moves, players, outcome, termination, options, facts = {}, nodes = [] }) {
  const known = Object.entries(facts).filter(([name, value]) => name !== "Format" && !/^[?.-]*$/.test(value));
  const isList = nodes.every(
    (node, i) => Object.keys(node).length === (i ? 2 : 0) && (!i || node.parent === i - 1),
  );
  const tree = isList && nodes.slice(1).every(({ move }) => move) ? [] : nodes;
  return plain({
    variant,
    start,
    moves,
    players,
    outcome,
    termination,
    options,
    facts: Object.fromEntries(known),
    tree,
  });
}

/** The games of files, which the engine reads; none of a file that it refuses. */
function gamesOf(files) {
  const answers = recorded(
    files.map(([name, data]) => ({ data: Buffer.from(data).toString("base64"), name })),
  );
  return files.map(([name], i) => ({ name, games: answers[i].record?.games ?? [] }));
}

/** Opens and saves each game by the page, and compares what the engine reads in the saved file. */
function check(files) {
  const read = gamesOf(files);
  const games = read.flatMap(({ name, games }) => games.map((game) => ({ name, game })));
  // A file of stones is saved with all that it holds as SGF, any other as PGN.
  const formats = games.map(({ game }) => (/gomoku|renju/.test(game.variant) ? "sgf" : "pgn"));
  const requests = games.map(({ game }, i) => recordRequest(gameOf(game), formats[i], false, "2026-03-04"));
  const written = recorded(requests);
  const again = recorded(written.map(({ record }) => ({ text: record?.text ?? "" })));
  games.forEach(({ name, game }, i) => {
    // Through the page alone, nothing is changed.
    const kept = plain(recordOf(gameOf(game)));
    const own = { ...kept, moves: game.moves, nodes: kept.nodes };
    assert.deepEqual(compared(own), compared(game), name);
    const lost = (written[i].record?.lost ?? []).filter((what) => what !== "tag Format");
    assert.deepEqual([written[i].errors, lost], [[], []], name);
    const saved = compared(again[i].record?.games[0] ?? {});
    assert.deepEqual(saved, compared(game), `${name}:\n${written[i].record?.text}`);
  });
  return read;
}

test("files of every format come back whole", { skip: !engine }, () => {
  for (const { name, games } of check(OWN)) assert.equal(games.length, 1, name);
});

test(
  "files of other programs come back whole",
  { skip: !engine || (!existsSync(FOREIGN) && "../shared/cases is not here") },
  () => {
    const names = readdirSync(FOREIGN).filter((name) => !/^(README|cases)\./.test(name));
    const read = check(names.map((name) => [name, readFileSync(new URL(name, FOREIGN))]));
    // Some are there to be refused.
    const opened = read.filter(({ games }) => games.length).length;
    assert.ok(opened > 0.8 * names.length, `${opened} of ${names.length}`);
  },
);
