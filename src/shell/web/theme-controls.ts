import { THEMES } from "#shell/site-config.ts";
import { chooseTheme, currentTheme, isDark, THEME_CHANGED } from "./theme.ts";

/** Shows the theme on the static [data-theme-toggle] buttons and handles the [data-theme-choice] radio buttons. */
export function startThemeControls(): void {
  const toggles = document.querySelectorAll<HTMLButtonElement>("[data-theme-toggle]");
  const choices = document.querySelectorAll<HTMLInputElement>("[data-theme-choice]");
  const show = () => {
    for (const toggle of toggles) toggle.setAttribute("aria-pressed", String(isDark()));
    for (const choice of choices) choice.checked = choice.value === currentTheme();
  };
  for (const choice of choices) {
    choice.addEventListener("change", () => {
      const theme = THEMES.find((known) => known === choice.value);
      if (theme) chooseTheme(theme);
    });
  }
  document.addEventListener(THEME_CHANGED, show);
  show();
}
