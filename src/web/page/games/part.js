// The part of the page that the list of games needs, and its texts.

import { addTexts } from "../texts/index.js";
import en from "../texts/games.en.js";
import zh from "../texts/games.zh.js";
import filesEn from "../texts/files.en.js";
import filesZh from "../texts/files.zh.js";

addTexts({ en, zh });
addTexts({ en: filesEn, zh: filesZh });

export { GamesView } from "./view.js";
