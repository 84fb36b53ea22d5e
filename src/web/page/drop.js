// Files that are dropped on the page.

/**
 * @param {HTMLElement} frame marked while a file is above the page
 * @param {(file: File) => void} open
 */
export function listenForFiles(frame, open) {
  const mark = (/** @type {DragEvent} */ event, /** @type {boolean} */ on) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    frame.classList.toggle("dropping", on);
  };
  addEventListener("dragover", (event) => mark(event, true));
  addEventListener("dragleave", (event) => mark(event, false));
  addEventListener("drop", (event) => {
    mark(event, false);
    const file = event.dataTransfer?.files[0];
    if (file && !document.querySelector("dialog[open], #page:not([hidden])")) open(file);
  });
}
