// The list of courses.

import { createPicture } from "../board/picture.js";
import { boardSettings } from "../board-view.js";
import { button, el } from "../dom.js";
import { ruleLink } from "../rule-links.js";
import { t } from "../texts/index.js";
import { boardKind } from "../variants.js";
import { COURSES, TASKS } from "./courses.js";
import { readProgress, starsText } from "./progress.js";

/**
 * @typedef {import("../store.js").Settings} Settings
 * @typedef {{ settings: () => Settings, open: (id: string) => void, leave: () => void }} Surroundings
 */

/** What the picture of a whole game shows. */
const WHOLE_GAME = "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR w";

/**
 * @param {Surroundings} surroundings
 */
export function courseList(surroundings) {
  const stars = readProgress();
  const sections = COURSES.map(({ variant, chapters }) => {
    const tasks = chapters.flatMap((chapter) => chapter.tasks);
    const done = tasks.filter(({ id }) => stars[id]).length;
    const bar = el("progress", { max: tasks.length, value: done, "aria-hidden": "true" });
    return el(
      "section",
      { class: "course", "aria-labelledby": `course-${variant}` },
      el(
        "div",
        { class: "course-head" },
        el("div", {}, el("h3", { id: `course-${variant}`, tabIndex: -1 }, t(`variant.${variant}`)),
          el("p", {}, t(`learn.course.${variant}`), " ", ruleLink(variant, ""))),
        el("div", { class: "course-progress" }, bar,
          el("span", {}, t("learn.progress", { done, count: tasks.length }))),
      ),
      ...chapters.map((chapter) => chapterSection(variant, chapter, stars, surroundings)),
    ); // prettier-ignore
  });
  return el(
    "div",
    { class: "courses" },
    el(
      "div",
      { class: "courses-head" },
      el("h2", { tabIndex: -1 }, t("menu.learn")),
      button(t("learn.leave"), surroundings.leave),
      el("p", {}, t("learn.intro")),
    ),
    courseLinks(stars, surroundings),
    nextCard(stars, surroundings),
    ...sections,
  );
}

/**
 * Leads to each course.
 * @param {Record<string, number>} stars
 * @param {Surroundings} surroundings
 */
function courseLinks(stars, { open }) {
  const links = COURSES.map(({ variant, chapters }) => {
    const tasks = chapters.flatMap((chapter) => chapter.tasks);
    const done = tasks.filter(({ id }) => stars[id]).length;
    const link = button(t(`variant.${variant}`), () => open(variant));
    link.append(el("small", {}, `${done}/${tasks.length}`));
    return link;
  });
  return el("nav", { class: "course-links", "aria-label": t("learn.courses") }, ...links);
}

/**
 * The card of the lesson with which to begin or to go on.
 * @param {Record<string, number>} stars
 * @param {Surroundings} surroundings
 */
function nextCard(stars, { settings, open }) {
  // One goes on in the course that was begun last; after all lessons, from the first.
  const last = TASKS.findLastIndex(({ task }) => stars[task.id]);
  const rest = [...TASKS.slice(last + 1), ...TASKS.slice(0, last + 1)];
  const next = rest.find(({ task }) => !stars[task.id]) ?? TASKS[0];
  const { variant, chapter, task } = next;
  return el(
    "section",
    { class: "next-lesson", "aria-labelledby": "next-lesson" },
    thumbnail(variant, task, settings()),
    el(
      "div",
      {},
      el("p", {}, `${t(`variant.${variant}`)} · ${t(`learn.chapter.${chapter.id}`)}`),
      el("h3", { id: "next-lesson" }, t(`learn.${task.id}.title`)),
      button(t(last < 0 ? "learn.begin" : "learn.continue"), () => open(task.id), { class: "primary large" }),
    ),
  );
}

/**
 * A small board with the position of a lesson.
 * @param {string} variant
 * @param {import("./lesson.js").Task} task
 * @param {Settings} settings
 */
function thumbnail(variant, task, settings) {
  const frame = el("div", { class: "lesson-picture", "aria-hidden": "true" });
  const picture = createPicture(frame);
  picture.setSettings({ ...boardSettings(settings, variant), animation: 0, coordinates: "none" });
  picture.show({ kind: boardKind(variant), fen: task.fen ?? WHOLE_GAME });
  return frame;
}

/**
 * @param {string} variant
 * @param {import("./courses.js").Chapter} chapter
 * @param {Record<string, number>} stars
 * @param {Surroundings} surroundings
 */
function chapterSection(variant, chapter, stars, { settings, open }) {
  const entries = chapter.tasks.map((task) => {
    const { id } = task;
    const count = stars[id] ?? 0;
    const link = button("", () => open(id), { class: count ? "lesson-link done" : "lesson-link" });
    const words = count ? t("learn.stars", { stars: count }) : t("learn.new");
    link.append(
      thumbnail(variant, task, settings()),
      el("span", {}, t(`learn.${id}.title`)),
      el("span", { class: "stars", "aria-hidden": "true" }, starsText(count)),
      el("span", { class: "hidden" }, words),
    );
    return el("li", {}, link);
  });
  return el(
    "section",
    { class: "chapter" },
    el("h4", {}, t(`learn.chapter.${chapter.id}`)),
    el("ol", {}, ...entries),
  );
}
