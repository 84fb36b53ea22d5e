// The lessons: `#learn` is the list, `#learn/VARIANT` the course of a game in it, `#learn/ID` a lesson.

import { lessons } from "../parts.js";
import { t } from "../texts/index.js";

/**
 * @typedef {import("../pages.js").Pages} Pages
 * @typedef {Awaited<ReturnType<typeof lessons>>} Lessons
 */

/** @type {import("../pages.js").Route} */
export const learn = { name: "learn", part: lessons, show };

/** Games that are learnt in another game's course. @type {Record<string, string>} */
const SHARED = { "gomoku-standard": "gomoku" };

/**
 * @param {Lessons} lessons
 * @param {string} id of a lesson or of a course; the whole list for others
 * @param {Pages} pages
 * @returns {import("../pages.js").View}
 */
function show({ LessonView, TASKS, courseList, lessonEngine }, id, pages) {
  const { settings } = pages.surroundings;
  const list = () => pages.go("learn");
  const open = (/** @type {string} */ task) => pages.go("learn", task);
  const index = TASKS.findIndex(({ task }) => task.id === id);
  const entry = TASKS[index];
  if (!entry) {
    const leave = () => pages.leave();
    pages.element.replaceChildren(courseList({ settings, open, leave }));
    /** @type {HTMLElement | null} */
    const focus = pages.element.querySelector(`#course-${SHARED[id] ?? id}`);
    return { title: t("menu.learn"), focus, keys: { Escape: leave } };
  }
  const following = TASKS[index + 1];
  const next = following?.variant === entry.variant ? () => open(following.task.id) : null;
  const view = new LessonView(pages.element, entry, lessonEngine(pages.play.session), {
    list,
    next,
    settings,
  });
  return {
    title: t(`learn.${entry.task.id}.title`),
    close: () => view.close(),
    resume: () => void view.resume(),
    applySettings: () => view.applySettings(),
    keys: {
      h: () => void view.hint(),
      r: () => view.again(),
      n: next ?? list,
      Escape: list,
    },
  };
}
