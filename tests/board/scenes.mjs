// Every page and dialog of the board: how it is opened, and what is done there. For tests and pictures.

import { AGAINST_ENGINE, GAMES, keptGame } from "./games.mjs";

export const VARIANTS = Object.keys(GAMES);

export const live = (variant, more = {}) => ({
  game: keptGame({ variant, moves: GAMES[variant], players: AGAINST_ENGINE, ...more }),
});
const analysed = (variant, more = {}) => ({
  game: keptGame({ variant, moves: GAMES[variant], live: false, ...more }),
});
const people = (variant, moves, more = {}) => ({ game: keptGame({ variant, moves, ...more }) });

/** Waits until the whole board is drawn. */
export const drawn = (player) => player.page.locator("#board .board-cell").first().waitFor();
const menu = (name) => (player) => player.menu(name);
const action = (number) => (player) =>
  player.page.evaluate((n) => document.querySelectorAll("#actions button")[n].click(), number);

async function ask(player, number) {
  await action(number)(player);
  await player.page.locator("dialog[open]").waitFor();
}

/** Searches a position for a while, by work and not by time. */
async function engine(player) {
  await player.page.keyboard.press("l");
  await player.page.locator(".lines li").nth(2).waitFor();
  await player.until(() =>
    player.received.some((line) => /^info depth (1\d|[6-9]) .* multipv 3 /.test(line)),
  );
}

async function review(player) {
  await player.page.evaluate(() => document.querySelector("[data-name=review]").click());
  await player.page.locator(".review-table").waitFor();
}

async function lesson(player) {
  await player.page.locator(".lesson-page [data-point]").first().waitFor();
}

/** Scenes: a name, how the page is opened, and what is done there. */
export const SCENES = [
  { name: "new-game", open: {}, act: (player) => player.page.locator("dialog[open]").waitFor() },
  ...VARIANTS.map((variant) => ({ name: `game-${variant}`, open: live(variant) })),
  ...VARIANTS.map((variant) => ({
    name: `analysis-${variant}`,
    open: analysed(variant),
    act: engine,
    quick: false,
  })),
  ...["zhonggong", "xiangqi", "chess", "renju"].map((variant) => ({
    name: `review-${variant}`,
    open: analysed(variant),
    act: review,
  })),
  ...VARIANTS.map((variant) => ({
    name: `editor-${variant}`,
    open: people(variant, ""),
    act: async (player) => {
      await menu("editor")(player);
      await player.page.locator("dialog .board-cell").first().waitFor();
    },
  })),
  {
    name: "editor-impossible",
    open: people("chess", ""),
    act: async (player) => {
      await menu("editor")(player);
      await player.page.locator("dialog .tools button").last().click();
      await player.page.locator('dialog [data-point="e1"]').click();
      await player.page.locator(".problem:not(:empty)").waitFor();
    },
  },
  { name: "share", open: live("chess"), act: menu("share") },
  {
    name: "share-games",
    open: live("xiangqi"),
    act: async (player) => {
      await menu("share")(player);
      const games = ["1. 炮二平五 马8进7 *", "1. e4 e5 1-0", "1. e4 e4 *"].map((moves, i) =>
        [`[Event "Cup ${i}"]`, `[White "A${i}"]`, "", moves].join("\n"),
      );
      await player.page.locator("dialog textarea[name=text]").fill(games.join("\n\n"));
      await player.page.locator("dialog .share-in [type=submit]").click();
      await player.page.locator("dialog .games").waitFor();
    },
  },
  { name: "settings", open: live("chess"), act: menu("settings") },
  { name: "keys", open: live("chess"), act: (player) => player.page.keyboard.press("?") },
  {
    name: "clocks",
    open: { ...live("chess", { control: { kind: "clock", base: 300, increment: 3 } }), left: [9500, 61000] },
  },
  {
    name: "ask-draw",
    open: live("xiangqi", { moves: GAMES.xiangqi.split(" ").slice(0, 12).join(" ") }),
    act: (player) => ask(player, 3),
  },
  {
    name: "ask-resign",
    open: live("xiangqi", { moves: GAMES.xiangqi.split(" ").slice(0, 12).join(" ") }),
    act: (player) => ask(player, 4),
  },
  {
    name: "result",
    open: people("chess", "f2f3 e7e5 g2g4"),
    act: async (player) => {
      await player.play({ from: "d8", to: "h4" });
      await player.page.locator("dialog.result").waitFor();
    },
  },
  {
    name: "five",
    open: people("gomoku", "h8 a1 i8 a2 j8 a3 k8 a5"),
    act: async (player) => {
      await player.play({ to: "l8" });
      await player.page.locator("dialog.result button.close").click();
    },
  },
  {
    name: "promotion",
    open: people("chess", "", { start: "8/P3k3/8/8/8/8/4K3/8 w - - 0 1" }),
    act: async (player) => {
      await player.press("a7");
      await player.press("a8");
      await player.page.locator(".board-picker").waitFor();
    },
  },
  {
    name: "trade",
    open: people("zhonggong", "", { start: "P1P6/9/4c1n2/4k4/9/4K4/9/9/4R4 w - - 0 1" }),
    act: (player) => player.press("a9"),
  },
  {
    name: "refused",
    open: people("zhonggong", "", { start: "4r4/9/9/5k3/9/4K4/3A5/9/9 w - - 0 1" }),
    act: async (player) => {
      await player.press("d3");
      await player.press("c2");
      await player.page.locator(".toast").waitFor();
    },
  },
  {
    name: "check",
    open: people("xiangqi", "", { start: "3k5/9/9/9/9/9/9/9/9/3RK4 b - - 0 1" }),
  },
  {
    name: "liberties",
    open: { ...people("zhonggong", GAMES.zhonggong), settings: { showLiberties: true } },
  },
  {
    name: "forbidden",
    open: people("renju", "", { start: "15/15/15/15/4O10/7X2O4/7X7/5XX8/15/10O4/4O10/15/15/15/15 b 5" }),
  },
  { name: "numbers", open: { ...people("renju", GAMES.renju), settings: { numbers: true } } },
  {
    name: "variations",
    open: analysed("chess"),
    act: async (player) => {
      await player.page.keyboard.press("Home");
      for (let ply = 0; ply < 4; ply += 1) await player.page.keyboard.press("ArrowRight");
      await player.stateWhere((state) => state.ply === 4);
      await player.play({ from: "d2", to: "d4" });
      await player.stateWhere((state) => state.moves[4]?.move === "d2d4");
    },
  },
  { name: "looking-back", open: live("zhonggong", { shown: 10 }) },
  {
    name: "lessons",
    open: { hash: "#learn" },
    full: true,
    act: (player) => player.page.locator(".courses").waitFor(),
  },
  ...["zhonggong", "chess", "renju"].map((variant) => ({
    name: `rules-${variant}`,
    open: { hash: `#rules/${variant}` },
    full: true,
    act: (player) => player.page.locator(".rules").waitFor(),
  })),
  ...["general", "find-guards", "buy-cannon", "three-three", "long-check"].map((id) => ({
    name: `lesson-${id}`,
    open: { hash: `#learn/${id}` },
    act: lesson,
  })),
  {
    name: "lesson-wrong",
    open: { hash: "#learn/find-guards" },
    act: async (player) => {
      await lesson(player);
      // The first button, a hint, is there when a try is.
      await player.page.locator(".lesson-buttons button:first-child:enabled").waitFor();
      await player.page.locator('.lesson-page [data-point="a1"]').click();
      await player.page.locator(".lesson-comment.bad").waitFor();
    },
  },
  {
    name: "explorer",
    open: analysed("zhonggong", { shown: 0 }),
    act: async (player) => {
      await player.page.evaluate(() => document.querySelector("[data-name=explore]").click());
      await player.page.locator(".explorer-table").waitFor();
    },
  },
  {
    name: "swap2",
    open: live("gomoku"),
    act: async (player) => {
      await player.page.evaluate(() => {
        const players = { first: { kind: "person" }, second: { kind: "person" } };
        const game = { variant: "gomoku", options: {}, players, control: { kind: "none" }, facts: {} };
        const opening = { moves: ["h8", "i9", "k12"] };
        sessionStorage.setItem("quadriga.swap2", JSON.stringify({ ...game, opening }));
        location.hash = "#swap";
      });
      await player.page.locator(".lesson-page .board-piece").nth(2).waitFor();
    },
  },
  {
    name: "practice",
    open: analysed("chess", {
      moves: "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7",
      players: { first: AGAINST_ENGINE.second, second: AGAINST_ENGINE.first },
    }),
    act: async (player) => {
      await review(player);
      await menu("puzzles")(player);
      await player.page.locator(".puzzle-practice button").click();
      await lesson(player);
    },
  },
  {
    name: "link-refused",
    open: { hash: `#variant=chess&moves=${"e2e4+".repeat(20_001)}` },
    act: (player) => player.page.locator("dialog[open] [role=alert]").waitFor(),
  },
  {
    name: "connection-lost",
    own: true,
    open: live("chess"),
    act: async (player) => {
      await player.server.kill();
      await player.page.locator("#connection").waitFor();
    },
  },
];
