import { THEMES, type Theme } from "#shell/site-config.ts";

const LABELS: Record<Theme, string> = { light: "Light", dark: "Dark", system: "System" };

/** The choice of all three looks. theme-controls.ts brings it to life; without a script it is not shown. */
export function ThemeChoice() {
  return (
    <fieldset className="theme-choice no-script:hidden">
      <legend>Theme</legend>
      {THEMES.map((theme) => (
        <label key={theme}>
          <input type="radio" name="theme" value={theme} data-theme-choice="" />
          {LABELS[theme]}
        </label>
      ))}
    </fieldset>
  );
}
