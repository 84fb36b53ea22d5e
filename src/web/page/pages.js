// Pages beside the game, which waits meanwhile: lessons, puzzles. The address says where one is: `#NAME` is a page's
// own list, `#NAME/PLACE` something in it.

import { byId, el } from "./dom.js";
import { withPart } from "./parts.js";
import { t } from "./texts/index.js";

/**
 * @typedef {object} View  what a page shows
 * @property {string} title
 * @property {Record<string, () => void>} keys
 * @property {HTMLElement | null} [focus]  what one comes to see; the page's head if it is missing
 * @property {() => void} [close]
 * @property {() => void} [resume]  the connection is there again
 * @property {() => void} [applySettings]
 *
 * @typedef {object} Route
 * @property {string} name  of the page in the address and in the id of its menu entry, if it has one
 * @property {() => Promise<any>} part  the modules that it needs
 * @property {(part: any, place: string, pages: Pages) => View} show  fills the element of the page
 *
 * @typedef {{ settings: () => import("./store.js").Settings, enter: () => void, leave: () => void }} Surroundings
 */

/** Entries of the menu that do not leave a page. */
const STAYING = ["menu-open", "menu-settings", "menu-language", "menu-keys"];

/** @param {string} name */
const menuEntry = (name) => document.getElementById(`menu-${name}`);

export class Pages {
  /**
   * @param {import("./play.js").Play} play
   * @param {Surroundings} surroundings
   * @param {Route[]} routes
   */
  constructor(play, surroundings, routes) {
    this.play = play;
    this.surroundings = surroundings;
    this.routes = routes;
    /** The page that is open. @type {Route | null} */
    this.open = null;
    /** @type {View | null} */
    this.view = null;
    this.element = el("main", { id: "page", hidden: true });
    byId("layout").after(this.element);
    for (const { name } of routes) menuEntry(name)?.addEventListener("click", () => this.go(name));
    const staying = [...STAYING, ...routes.map(({ name }) => `menu-${name}`)];
    document.querySelector(".menu")?.addEventListener(
      "click",
      ({ target }) => {
        const entry = target instanceof Element ? target.closest("button") : null;
        if (entry && !staying.includes(entry.id)) this.leave();
      },
      { capture: true },
    );
    addEventListener("hashchange", () => this.follow());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** The page and the place that the address asks for. */
  get address() {
    const [, name, place = ""] = /^#([a-z]+)(?:\/([\w/-]+))?$/.exec(location.hash) ?? [];
    const route = this.routes.find((entry) => entry.name === name);
    return route ? { route, place } : null;
  }

  /** Whether the address asks for a page. */
  get wanted() {
    return this.address !== null;
  }

  /**
   * @param {string} name of a page
   * @param {string} [place]
   */
  go(name, place = "") {
    const hash = place ? `#${name}/${place}` : `#${name}`;
    if (location.hash === hash) this.follow();
    else location.hash = hash;
  }

  /** Shows what the address asks for. */
  follow() {
    const { address } = this;
    if (!address) return this.open ? this.close() : undefined;
    const { route } = address;
    if (!this.open) {
      this.surroundings.enter();
      this.play.reserve();
      byId("layout").hidden = true;
      this.element.hidden = false;
    }
    this.mark(route);
    withPart(route.part, (part) => {
      const now = this.address;
      if (this.open === route && now?.route === route) this.show(part, now.place);
    });
  }

  /** Marks the open page in the menu. @param {Route | null} route */
  mark(route) {
    const [before, now] = [this.open, route].map((open) => open && menuEntry(open.name));
    if (before) before.ariaCurrent = null;
    if (now) now.ariaCurrent = "page";
    this.open = route;
  }

  /**
   * @param {any} part
   * @param {string} place
   */
  show(part, place) {
    this.view?.close?.();
    this.play.session.halt();
    this.view = this.open?.show(part, place, this) ?? null;
    document.title = `${this.view?.title} · ${t("app.name")}`;
    const { focus } = this.view ?? {};
    (focus ?? this.element.querySelector("h2"))?.focus({ preventScroll: true });
    if (focus) focus.scrollIntoView();
    else scrollTo(0, 0);
  }

  /** Back to the game. */
  leave() {
    if (!this.open) return;
    history.pushState(null, "", location.pathname + location.search);
    this.close();
  }

  close() {
    this.mark(null);
    this.view?.close?.();
    this.view = null;
    this.element.hidden = true;
    this.element.replaceChildren();
    byId("layout").hidden = false;
    this.play.session.halt();
    void this.play.release();
    this.surroundings.leave();
  }

  /** The connection is there again. */
  reconnected() {
    if (this.view?.resume) this.view.resume();
    else if (this.open && !this.element.firstChild) this.follow();
  }

  /** Settings or the language have changed. @param {boolean} language */
  refresh(language) {
    if (!this.open) return;
    if (language) this.follow();
    else this.view?.applySettings?.();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.open || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.querySelector("dialog[open]")) return;
    const act = this.view?.keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
