// All that the rules page consists of, loaded when it is wanted.

import { addTexts } from "../texts/index.js";
import en from "../texts/rules.en.js";
import zh from "../texts/rules.zh.js";

export { rulesView } from "./view.js";

addTexts({ en, zh });
