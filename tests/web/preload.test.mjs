// The scripts that the pages have a browser load at once.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { test } from "node:test";

const PAGES = join(import.meta.dirname, "../../src/web/page");
const read = (path) => readFileSync(join(PAGES, path), "utf8");

/** The scripts that a file imports, with or without those that it loads later. */
const imports = (path, withLater) => {
  const statements = /(?:from|import)\s*(\()?\s*"(\.[^"]+\.js)"/g;
  return [...read(path).matchAll(statements)]
    .filter(([, later]) => withLater || !later)
    .map(([, , to]) => posix.join(posix.dirname(path), to));
};

const closure = (start, withLater) => {
  const found = new Set(start);
  for (const path of found) imports(path, withLater).forEach((to) => found.add(to));
  return [...found].sort();
};

const linked = (page, pattern) => [...read(page).matchAll(pattern)].map(([, path]) => path);
const scriptsOf = (page) => linked(page, /<script[^>]* src="\.\/([^"]+)"/g);

for (const page of ["index.html", "room.html", "watch.html"]) {
  test(`${page} preloads exactly what it begins with`, () => {
    const scripts = scriptsOf(page);
    const preloaded = linked(page, /<link rel="modulepreload" href="\.\/([^"]+)"/g);
    assert.ok(scripts.length > 0);
    assert.deepEqual([...scripts, ...preloaded].sort(), closure(scripts, false));
  });
}

test("every script belongs to a page", () => {
  const all = readdirSync(PAGES, { recursive: true }).filter((path) => path.endsWith(".js"));
  const used = closure(["index.html", "room.html", "watch.html"].flatMap(scriptsOf), true);
  assert.deepEqual(all.map((path) => path.replaceAll("\\", "/")).sort(), used);
});
