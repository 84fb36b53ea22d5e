// The list of courses.

import { button, el } from "../dom.js";
import { t } from "../texts/index.js";
import { COURSES } from "./courses.js";
import { nextTask, readProgress, starsText } from "./progress.js";

/**
 * @param {(id: string) => void} open
 * @param {() => void} leave
 */
export function courseList(open, leave) {
  const stars = readProgress();
  const sections = COURSES.map(({ variant, chapters }) => {
    const tasks = chapters.flatMap((chapter) => chapter.tasks);
    const done = tasks.filter(({ id }) => stars[id]).length;
    const next = nextTask(variant) ?? { task: tasks[0] };
    const bar = el("progress", { max: tasks.length, value: done, "aria-hidden": "true" });
    const start = button(t(done ? "learn.continue" : "learn.begin"), () => open(next.task.id), {
      class: "primary",
    });
    start.setAttribute("aria-describedby", `course-${variant}`);
    return el(
      "section",
      { class: "course", "aria-labelledby": `course-${variant}` },
      el(
        "div",
        { class: "course-head" },
        el("div", {}, el("h3", { id: `course-${variant}` }, t(`variant.${variant}`)),
          el("p", {}, t(`learn.course.${variant}`))),
        el("div", { class: "course-progress" }, bar,
          el("span", {}, t("learn.progress", { done, count: tasks.length }))),
        start,
      ),
      el("div", { class: "chapters" }, ...chapters.map((chapter) => chapterCard(chapter, stars, open))),
    ); // prettier-ignore
  });
  return el(
    "div",
    { class: "courses" },
    el(
      "div",
      { class: "courses-head" },
      el("h2", { tabIndex: -1 }, t("menu.learn")),
      button(t("learn.leave"), leave),
      el("p", {}, t("learn.intro")),
    ),
    ...sections,
  );
}

/**
 * @param {import("./courses.js").Chapter} chapter
 * @param {Record<string, number>} stars
 * @param {(id: string) => void} open
 */
function chapterCard(chapter, stars, open) {
  const entries = chapter.tasks.map(({ id }) => {
    const count = stars[id] ?? 0;
    const link = button(t(`learn.${id}.title`), () => open(id), {
      class: count ? "lesson-link done" : "lesson-link",
    });
    const words = count ? t("learn.stars", { stars: count }) : t("learn.new");
    link.append(
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
