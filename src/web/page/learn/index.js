// The lessons: a page of their own beside the game, which waits meanwhile. The address says where one is:
// `#learn` is the list, `#learn/ID` a lesson.

import { byId, el } from "../dom.js";
import { lessons, withPart } from "../parts.js";
import { t } from "../texts/index.js";

/** @typedef {Awaited<ReturnType<typeof lessons>>} Lessons */

const ADDRESS = /^#learn(?:\/([\w-]+))?$/;
/** Entries of the menu that do not leave the lessons. */
const STAYING = ["menu-open", "menu-learn", "menu-settings", "menu-language", "menu-keys"];

export class Learning {
  /**
   * @param {import("../play.js").Play} play
   * @param {{ settings: () => import("../store.js").Settings, enter: () => void, leave: () => void }} surroundings
   */
  constructor(play, surroundings) {
    this.play = play;
    this.surroundings = surroundings;
    /** @type {import("./view.js").LessonView | null} */
    this.view = null;
    this.open = false;
    this.page = el("main", { id: "lessons", hidden: true });
    byId("layout").after(this.page);
    byId("menu-learn").addEventListener("click", () => this.go(""));
    document.querySelector(".menu")?.addEventListener(
      "click",
      ({ target }) => {
        const entry = target instanceof Element ? target.closest("button") : null;
        if (entry && !STAYING.includes(entry.id)) this.leave();
      },
      { capture: true },
    );
    addEventListener("hashchange", () => this.follow());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** Whether the address asks for the lessons. */
  get wanted() {
    return ADDRESS.test(location.hash);
  }

  /** @param {string} id of a lesson, or "" for the list */
  go(id) {
    const address = id ? `#learn/${id}` : "#learn";
    if (location.hash === address) this.show();
    else location.hash = address;
  }

  /** Shows what the address asks for. */
  follow() {
    if (this.wanted) this.show();
    else if (this.open) this.close();
  }

  show() {
    if (!this.open) {
      this.open = true;
      this.surroundings.enter();
      this.play.reserve();
      byId("layout").hidden = true;
      byId("menu-learn").ariaCurrent = "page";
      this.page.hidden = false;
    }
    withPart(lessons, (loaded) => this.open && this.showPage(loaded));
  }

  /** Shows the list or the lesson. @param {Lessons} loaded */
  showPage({ LessonView, TASKS, courseList, lessonEngine }) {
    this.view?.close();
    this.view = null;
    const id = ADDRESS.exec(location.hash)?.[1];
    const index = TASKS.findIndex(({ task }) => task.id === id);
    const entry = TASKS[index];
    if (entry) {
      const next = TASKS[index + 1];
      this.view = new LessonView(this.page, entry, lessonEngine(this.play.session), {
        list: () => this.go(""),
        next: next?.variant === entry.variant ? () => this.go(next.task.id) : null,
        settings: this.surroundings.settings,
      });
    } else {
      const { settings } = this.surroundings;
      const open = (/** @type {string} */ task) => this.go(task);
      this.page.replaceChildren(courseList({ settings, open, leave: () => this.leave() }));
    }
    document.title = `${entry ? t(`learn.${entry.task.id}.title`) : t("menu.learn")} · ${t("app.name")}`;
    this.page.querySelector("h2")?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  leave() {
    if (!this.open) return;
    history.pushState(null, "", location.pathname + location.search);
    this.close();
  }

  close() {
    this.open = false;
    this.view?.close();
    this.view = null;
    this.page.hidden = true;
    this.page.replaceChildren();
    byId("layout").hidden = false;
    byId("menu-learn").ariaCurrent = null;
    this.play.session.halt();
    void this.play.release();
    this.surroundings.leave();
  }

  /** The connection is there again. */
  reconnected() {
    if (this.view) void this.view.resume();
    else if (this.open && !this.page.firstChild) this.show();
  }

  /** Settings or the language have changed. @param {boolean} language */
  refresh(language) {
    if (!this.open) return;
    if (language) this.show();
    else this.view?.applySettings();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.open || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.querySelector("dialog[open]")) return;
    const { view } = this;
    /** @type {Record<string, () => void>} */
    const keys = view
      ? {
          h: () => void view.hint(),
          r: () => view.again(),
          n: () => (view.surroundings.next ?? view.surroundings.list)(),
          Escape: () => this.go(""),
        }
      : { Escape: () => this.leave() };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
