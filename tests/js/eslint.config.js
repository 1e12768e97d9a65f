import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    // The syntax is not transpiled: a browser gets the source as written.
    languageOptions: { ecmaVersion: 2023 },
    rules: {
      eqeqeq: "error",
      "no-console": "error",
      "no-else-return": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      // Comment lines are removed when modules are joined: see explorer_ui/browser/files.py.
      "no-restricted-syntax": [
        "error",
        {
          selector: "TemplateElement[value.raw=/\\n *\\/[/*]/]",
          message: "A line here looks like a comment.",
        },
        // In a joined file the names of the entry module are in the scope of all modules.
        {
          selector:
            "ImportSpecifier[local.name=/^(sessionStorage|localStorage|document|window|location|history)$/]",
          message: "Another module of a joined file would use this instead of the browser's own.",
        },
      ],
      "no-shadow": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
    },
  },
  { files: ["explorer_ui/**/*.js", "tests/browser/*.js"], languageOptions: { globals: globals.browser } },
  { files: ["tests/js/**/*.js"], languageOptions: { globals: globals.node }, rules: { "no-console": "off" } },
];
