// The part of the page that the Swap2 opening needs, and its texts.

import { addTexts } from "../texts/index.js";
import en from "../texts/swap2.en.js";
import zh from "../texts/swap2.zh.js";

addTexts({ en, zh });

export { prepareSwap2, swapAgain } from "./prepare.js";
export { showSwap2 } from "./view.js";
