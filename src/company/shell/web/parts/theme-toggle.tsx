import { useSyncExternalStore } from "react";
import { Icon } from "#platform/web/ui/icon.tsx";
import { isDark, THEME_CHANGED } from "../theme.ts";

export function ThemeToggle() {
  const dark = useSyncExternalStore(listen, isDark, () => false);
  return (
    <button
      type="button"
      data-theme-toggle=""
      className="button button-quiet button-icon"
      aria-pressed={dark}
      aria-label="Toggle light/dark theme"
      title="Toggle light/dark theme"
    >
      <Icon name="icon-moon" className="size-5 dark:hidden" />
      <Icon name="icon-sun" className="size-5 hidden dark:block" />
    </button>
  );
}

function listen(callback: () => void): () => void {
  document.addEventListener(THEME_CHANGED, callback);
  return () => document.removeEventListener(THEME_CHANGED, callback);
}
