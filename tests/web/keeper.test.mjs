// What the library is told of a game when connections are lost.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createGame, playMove } from "../../src/web/page/game.js";
import { Keeper } from "../../src/web/page/keeper.js";

/** A library that stores games, and loses the connection before or after it has stored the next one. */
class FakeLibrary {
  served = true;
  games = [];
  fails = "";

  async request(name, { id, revision, once, game }) {
    assert.equal(name, "save");
    const fails = this.fails;
    this.fails = "";
    const lost = Object.assign(new Error("lost"), { code: "lost" });
    if (fails === "before") throw lost;
    const text = JSON.stringify(game.moves);
    let at = id ? id - 1 : once ? this.games.findIndex((kept) => kept.text === text) : -1;
    if (id) assert.equal(revision, this.games[at].revision);
    if (at < 0) at = this.games.push({ text, revision: 0 }) - 1;
    this.games[at] = { text, revision: this.games[at].revision + 1 };
    if (fails === "after") throw lost;
    return { id: at + 1, revision: this.games[at].revision };
  }
}

for (const fails of ["before", "after"]) {
  test(`a game whose first save is lost ${fails} it is stored stays one game`, async () => {
    for (const isReloaded of [false, true]) {
      const library = new FakeLibrary();
      let game = createGame({ variant: "chess" });
      const keeper = new Keeper({ game }, library, () => "first");
      playMove(game, "e2e4");
      library.fails = fails;
      await keeper.save(game, {});
      assert.equal(keeper.place(game).id, undefined);
      if (isReloaded) {
        const { unanswered } = keeper.place(game);
        game = structuredClone({ game, unanswered }).game;
        keeper.places.set(game, { unanswered });
      }
      playMove(game, "e7e5");
      await keeper.save(game, {});
      playMove(game, "g1f3");
      await keeper.save(game, {});
      assert.deepEqual(
        library.games.map(({ text }) => text),
        ['["e2e4","e7e5","g1f3"]'],
      );
    }
  });
}
