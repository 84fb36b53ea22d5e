import assert from "node:assert/strict";
import test from "node:test";
import { cellView } from "../../src/web/page/board/labels.js";
import { State } from "../../src/web/page/board/state.js";

const legal = [{ move: "e2e4", from: "e2", to: "e4" }];
/** @type {import("../../src/web/page/board/state.js").View} */
const start = { kind: "squares", fen: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", turn: "first", legal };

/** @param {Partial<import("../../src/web/page/board/state.js").View>} [change] */
const stateOf = (change = {}) => {
  const state = new State();
  state.receive({ ...start, ...change });
  return state;
};

const chosen = () => {
  const state = stateOf();
  state.chosen = legal[0];
  state.place();
  return state;
};

test("only pieces of the side to move can be taken up, and only when there are moves", () => {
  const state = stateOf();
  assert.deepEqual(["e2", "e8", "e4"].map(state.isOwn), [true, false, false]);
  state.receive({ ...start, legal: [] });
  assert.equal(state.isOwn("e2"), false);
  state.receive({ ...start, legal: [], edit: true });
  assert.deepEqual(["e2", "e8", "e4"].map(state.isOwn), [true, true, false]);
});

test("a chosen move stays drawn while views of the old position come", () => {
  const state = chosen();
  assert.deepEqual([state.position.pieces.get("e4"), state.last?.to], ["P", "e4"]);
  for (const view of [{ ...start }, { ...start, legal: [], arrows: [] }]) {
    state.receive(view);
    assert.equal(state.position.pieces.get("e4"), "P");
    assert.equal(state.isOwn("e4"), false);
  }
});

test("a chosen move ends with a new list of moves or another position", () => {
  const again = chosen();
  again.receive({ ...start, legal: [...legal] });
  assert.equal(again.position.pieces.get("e2"), "P");
  const answered = chosen();
  answered.receive({ ...start, fen: "8/4k3/8/8/4P3/8/8/4K3 w - - 0 2" });
  assert.equal(answered.chosen, null);
  assert.equal(answered.position.pieces.get("e7"), "k");
});

test("a position that cannot be read leaves the board as it was", () => {
  const state = stateOf();
  assert.throws(() => state.receive({ ...start, fen: "8/7" }), /row 2/);
  assert.equal(state.view.fen, start.fen);
  assert.equal(state.position.pieces.get("e2"), "P");
});

test("another position ends the selection, the same one keeps it", () => {
  const state = stateOf();
  state.selection = { from: "e2", traded: [] };
  assert.equal(state.receive({ ...start, arrows: [] }), false);
  assert.equal(state.isSelected("e2"), true);
  assert.equal(state.receive({ ...start, fen: "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1" }), true);
  assert.equal(state.isSelected("e2"), false);
});

test("settings hide marks of their kind only", () => {
  const kinds = ["check", "tether", "liberty", "guard", "home", "forbidden", "five"];
  const state = stateOf({ marks: kinds.map((kind) => ({ kind, points: ["e4"] })) });
  const shown = () => state.marks.map(({ kind }) => kind).join(" ");
  assert.equal(shown(), "check tether home forbidden five");
  Object.assign(state.settings, { showCheck: false, showForbidden: false, showLiberties: true });
  assert.equal(shown(), "liberty guard home five");
});

test("points say what may be done there", () => {
  const state = stateOf();
  state.selection = { from: "e2", traded: [] };
  const view = cellView(state, (key) => key);
  assert.deepEqual(view("e2"), {
    label: "e2board.separatorboard.chess.Pboard.separatorboard.selected",
    title: "",
    selected: true,
    own: true,
    target: false,
  });
  assert.equal(view("e4").target, true);
  assert.match(view("e4").label, /board\.target$/);
  state.settings.showLegal = false;
  assert.doesNotMatch(cellView(state, (key) => key)("e4").label, /target/);
});

test("a stone can be put on the listed points, until one is chosen", () => {
  const state = stateOf({
    kind: "stones",
    fen: "5/5/5/5/5 w",
    legal: [{ move: "c3", to: "c3" }],
    turn: "second",
  });
  assert.deepEqual([state.takesStone("c3"), state.takesStone("c4")], [true, false]);
  state.chosen = { move: "c3", to: "c3" };
  state.place();
  assert.equal(state.position.pieces.get("c3"), "O");
  assert.equal(state.takesStone("c3"), false);
});
