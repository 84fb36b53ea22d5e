// Files of games: into the library and out of it.

import { base64 } from "../record-file.js";
import { el } from "../dom.js";

/**
 * @typedef {import("../library.js").Library} Library
 * @typedef {{ bytes: number, added: number, duplicates: number, refused: number }} Progress
 */

/** The bytes of a file that are sent at a time: base64 makes them a third longer. */
const PART = 192 << 10;

/**
 * Adds the games of a file to the library, part by part, while the page stays alive.
 * @param {Library} library
 * @param {File} file
 * @param {string} collection  none: the person's own games
 * @param {(progress: Progress) => void} onProgress
 * @returns {{ done: Promise<any>, cancel: () => void }}
 */
export function importFile(library, file, collection, onProgress) {
  const number = ++library.count;
  let at = 0;
  const part = async () => {
    const bytes = new Uint8Array(await file.slice(at, at + PART).arrayBuffer());
    at += bytes.length;
    return { data: base64(bytes), more: at < file.size };
  };
  const next = async () => {
    if (at >= file.size) return;
    const line = JSON.stringify({ request: number, ...(await part()) });
    library.session.send([`library import ${line}`]);
  };
  const first = async () => {
    const members = { name: file.name, ...(collection ? { collection } : {}), ...(await part()) };
    return library.send(number, "import", members, ({ progress }) => {
      if (!progress) return;
      onProgress(progress);
      void next();
    });
  };
  const cancel = () => library.session.send([`library cancel {"request":${number}}`]);
  return { done: first(), cancel };
}

/** Formats with one game in a file. */
const SINGLE = ["psq"];

/**
 * Writes games to files, which the browser saves.
 * @param {Library} library
 * @param {string} format
 * @param {boolean} names  whether moves have Chinese names
 * @param {object} conditions  of the games
 * @returns {Promise<any>} the library's answer
 */
export async function exportGames(library, format, names, conditions) {
  /** @type {string[]} */
  const parts = [];
  const answer = await library.request("export", { format, names, ...conditions }, ({ part }) => {
    if (part) parts.push(part);
  });
  if (SINGLE.includes(format)) parts.forEach((text, i) => download(`game-${i + 1}.${format}`, [text]));
  else if (parts.length) download(`games.${format === "moves" ? "txt" : format}`, parts);
  return answer;
}

/** @param {string} name @param {string[]} parts */
function download(name, parts) {
  const url = URL.createObjectURL(new Blob(parts, { type: "text/plain" }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
