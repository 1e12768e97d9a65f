import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["explorer_ui/components/built/", ".venv*/", "build/"] },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: "error",
      "no-console": "error",
      "no-else-return": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-shadow": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
    },
  },
  { files: ["explorer_ui/**/*.js"], languageOptions: { globals: globals.browser } },
  { files: ["tests/js/**/*.js"], languageOptions: { globals: globals.node }, rules: { "no-console": "off" } },
];
