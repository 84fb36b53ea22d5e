// All that the lessons consist of, loaded when they are wanted.

import { addTexts } from "../texts/index.js";
import en from "../texts/learn.en.js";
import zh from "../texts/learn.zh.js";

export { TASKS } from "./courses.js";
export { lessonEngine } from "./engine.js";
export { courseList } from "./list.js";
export { LessonView } from "./view.js";

addTexts({ en, zh });
