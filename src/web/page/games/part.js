// The part of the page that the list of games needs, and its texts.

import { addTexts } from "../texts/index.js";
import en from "../texts/games.en.js";
import zh from "../texts/games.zh.js";

addTexts({ en, zh });

export { GamesView } from "./view.js";
