import { THEMES, type Theme } from "#company/facts/choices.ts";

const LABELS: Record<Theme, string> = { light: "Light", dark: "Dark", system: "System" };

const TILE =
  "-ml-px inline-flex min-h-11 cursor-pointer items-center border border-control px-[min(--spacing(3.5),3.5vw)] first-of-type:rounded-l-control last-of-type:rounded-r-control has-checked:z-1 has-checked:border-current has-checked:font-semibold has-checked:underline has-checked:underline-offset-4 has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2";

export function ThemeChoice() {
  return (
    <fieldset className="flex flex-wrap items-center no-script:hidden">
      <legend className="float-left mr-[min(--spacing(3),3vw)] font-semibold">Theme</legend>
      {THEMES.map((theme) => (
        <label key={theme} className={TILE}>
          <input type="radio" className="absolute opacity-0" name="theme" value={theme} data-theme-choice="" />
          {LABELS[theme]}
        </label>
      ))}
    </fieldset>
  );
}
