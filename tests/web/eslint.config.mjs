import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  { files: ["src/web/page/**", "src/arena/report/**"], languageOptions: { globals: globals.browser } },
  { files: ["tests/**"], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  { rules: { "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }] } },
];
