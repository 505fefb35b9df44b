import { chooseTheme, currentTheme, isDark, THEME_CHANGED, themeOf } from "./theme.ts";

export function startThemeControls(): void {
  const toggles = document.querySelectorAll<HTMLButtonElement>("[data-theme-toggle]");
  const choices = document.querySelectorAll<HTMLInputElement>("[data-theme-choice]");
  const show = () => {
    for (const toggle of toggles) toggle.setAttribute("aria-pressed", String(isDark()));
    for (const choice of choices) choice.checked = choice.value === currentTheme();
  };
  for (const choice of choices) choice.addEventListener("change", () => chooseTheme(themeOf(choice.value)));
  document.addEventListener(THEME_CHANGED, show);
  show();
}
