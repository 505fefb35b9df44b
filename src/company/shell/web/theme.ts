import { THEMES, type Theme } from "#company/facts/choices.ts";

const KEY = "ui-theme";

/** The script runs in the head before the first paint, so that no page flashes in the wrong theme. */
export function themeScript(fallback: Theme, background: { light: string; dark: string }): string {
  return `(function(){var t;try{t=localStorage.getItem("${KEY}")}catch(e){}if(t!=="light"&&t!=="dark"&&t!=="system")t="${fallback}";var d=t==="dark"||t==="system"&&matchMedia("(prefers-color-scheme: dark)").matches,r=document.documentElement;r.classList.toggle("dark",d);r.dataset.theme=t;document.querySelector('meta[name="theme-color"]').content=d?"${background.dark}":"${background.light}"})()`;
}

export function currentTheme(): Theme {
  return themeOf(document.documentElement.dataset.theme);
}

export function themeOf(text: string | undefined | null): Theme {
  return THEMES.find((known) => known === text) ?? "system";
}

export function isDark(): boolean {
  return document.documentElement.classList.contains("dark");
}

export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage is blocked in some private windows: the choice then lasts until the page is closed.
  }
}

function toggleTheme(): void {
  chooseTheme(isDark() ? "light" : "dark");
}

function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  const dark = theme === "dark" || (theme === "system" && systemIsDark().matches);
  document.documentElement.classList.toggle("dark", dark);
  const background = getComputedStyle(document.documentElement).getPropertyValue("--bg");
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", background);
  document.dispatchEvent(new Event(THEME_CHANGED));
}

export const THEME_CHANGED = "themechanged";

export function followTheme(): void {
  // A listener on the document makes the button of a prerendered page work before React has hydrated it.
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("[data-theme-toggle]")) toggleTheme();
  });
  systemIsDark().addEventListener("change", () => applyTheme(currentTheme()));
  addEventListener("storage", (event) => {
    if (event.key === KEY) applyTheme(themeOf(event.newValue));
  });
}

function systemIsDark(): MediaQueryList {
  return matchMedia("(prefers-color-scheme: dark)");
}
