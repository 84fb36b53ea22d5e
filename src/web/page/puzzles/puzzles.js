// The part of the page that puzzles need, and its texts.

import { addTexts } from "../texts/index.js";
import en from "../texts/puzzles.en.js";
import zh from "../texts/puzzles.zh.js";

addTexts({ en, zh });

export { keptMistakes } from "../mistakes/kept.js";
export { puzzlesOf } from "./data.js";
export { puzzleEngine } from "./engine.js";
export { kindOf } from "./file.js";
export { GAMES } from "./games.js";
export { puzzleList } from "./list.js";
export { PracticeSeries } from "./practice.js";
export { RatedSeries } from "./rated.js";
export { PuzzleView } from "./view.js";
