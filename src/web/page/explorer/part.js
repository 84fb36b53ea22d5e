// The part of the page that the explorer needs, and its texts.

import { addTexts } from "../texts/index.js";
import en from "../texts/explorer.en.js";
import zh from "../texts/explorer.zh.js";

addTexts({ en, zh });

export { ExplorerView } from "./view.js";
