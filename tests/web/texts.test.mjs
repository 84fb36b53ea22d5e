// Every text of the page exists in both languages, and every key that the code names exists.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import mainEn from "../../src/web/page/texts/en.js";
import filesEn from "../../src/web/page/texts/files.en.js";
import filesZh from "../../src/web/page/texts/files.zh.js";
import roomEn from "../../src/web/page/texts/room.en.js";
import roomZh from "../../src/web/page/texts/room.zh.js";
import swap2En from "../../src/web/page/texts/swap2.en.js";
import swap2Zh from "../../src/web/page/texts/swap2.zh.js";
import watchEn from "../../src/web/page/texts/watch.en.js";
import watchZh from "../../src/web/page/texts/watch.zh.js";
import mainZh from "../../src/web/page/texts/zh.js";
import { handicaps } from "../../src/web/page/starts.js";
import { DEFAULTS } from "../../src/web/page/store.js";
import { JUDGEMENTS } from "../../src/web/page/review.js";
import { LEVELS, VARIANTS, strengthLines } from "../../src/web/page/variants.js";

const page = new URL("../../src/web/page/", import.meta.url);
const inFolder = (folder) => readdirSync(new URL(`${folder}/`, page)).map((name) => `${folder}/${name}`);
const sources = [...readdirSync(page), ...inFolder("room"), ...inFolder("swap2"), ...inFolder("watch")]
  .filter((name) => /\.(js|html)$/.test(name))
  .map((name) => readFileSync(new URL(name, page), "utf8"))
  .join("\n");

const en = { ...mainEn, ...roomEn, ...swap2En, ...watchEn, ...filesEn };
const zh = { ...mainZh, ...roomZh, ...swap2Zh, ...watchZh, ...filesZh };

test("both languages have the same keys", () => {
  assert.deepEqual(Object.keys(zh).sort(), Object.keys(en).sort());
});

test("a text has the same parameters in both languages", () => {
  const parameters = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const key of Object.keys(en)) assert.deepEqual(parameters(zh[key]), parameters(en[key]), key);
});

test("no text is empty", () => {
  for (const texts of [en, zh]) for (const [key, text] of Object.entries(texts)) assert.ok(text.trim(), key);
});

test("every key that the code names exists", () => {
  const found = [...sources.matchAll(/\bt\(\s*"([\w.-]+)"|data-(?:text|label)="([\w.-]+)"/g)].map(
    (m) => m[1] ?? m[2],
  );
  assert.ok(found.length > 60);
  for (const key of found) assert.ok(key in en, key);
});

test("every key that the code builds from a name exists", () => {
  const keys = [...LEVELS.map(({ name }) => `level.${name}`), ...VARIANTS.map((name) => `variant.${name}`)];
  for (const variant of VARIANTS) keys.push(`variant.${variant}.about`);
  for (const variant of VARIANTS) for (const name of handicaps(variant)) keys.push(`new.start.${name}`);
  for (const name of Object.keys(DEFAULTS)) keys.push(`settings.${name}`);
  const reasons = [
    "checkmate stalemate trapped five-pawns perpetual-check perpetual-chase repetition move-limit",
    "insufficient-material five-in-a-row forbidden-point full-board time resignation agreement",
  ];
  for (const name of JUDGEMENTS) keys.push(`review.${name}`);
  for (const offer of ["draw", "take-back", "rematch"])
    for (const what of ["offered", "asked", "declined", "withdrawn"]) keys.push(`room.${what}.${offer}`);
  for (const loss of ["lost", "clock", "taken", "full", "ended"]) keys.push(`room.loss.${loss}`);
  for (const phase of ["three", "choice", "two", "last-choice"])
    keys.push(`swap2.${phase}`, `room.swap2.${phase}`);
  for (const choice of ["first", "second", "two"]) keys.push(`swap2.take.${choice}`);
  for (const reason of reasons.join(" ").split(" ")) keys.push(`reason.${reason}`);
  for (const key of keys) assert.ok(key in en, key);
});

test("no key is left over", () => {
  const built =
    /^(action|level|variant|settings|reason|side|why|keys|new\.opponent|new\.start|new\.effort|picture|review|learn|editor|openings|problem|piece|library|lost|note|room\.(offered|asked|accepted|declined|withdrawn|refused|loss|invite|swap2)|swap2)\./;
  for (const key of Object.keys(en))
    assert.ok(built.test(key) || sources.includes(`"${key}"`) || /\?/.test(key), key);
});

test("a level sets its rating and its variety, and full strength neither", () => {
  const full = ["setoption name UCI_LimitStrength value false", "setoption name Variety value 0"];
  assert.deepEqual(strengthLines(0), full);
  const limited = (elo, variety) => [
    "setoption name UCI_LimitStrength value true",
    `setoption name UCI_Elo value ${elo}`,
    `setoption name Variety value ${variety}`,
  ];
  for (const { elo, variety } of LEVELS.filter((level) => level.elo)) {
    assert.deepEqual(strengthLines(elo), limited(elo, variety));
    assert.deepEqual(strengthLines(elo + 20), limited(elo + 20, variety));
  }
  assert.deepEqual(strengthLines(100, { min: 600, max: 3000 }), limited(600, LEVELS[0].variety));
});
