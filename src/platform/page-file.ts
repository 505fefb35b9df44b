export type PageFile = { path: string; file: string; indexed: boolean };

/** What a page's document loads, as paths on the site. */
export type PageAssets = {
  scripts: readonly string[];
  preloads: readonly string[];
  styles: readonly string[];
  fonts: readonly string[];
  /** A script that the site script starts after the first paint, and the modules it imports. */
  lateEntry?: { script: string; imports: readonly string[] };
};

/** An entry of the build's pages.json. */
export type BuiltPage = PageAssets & {
  /** Style sheets that the document contains. */
  inlined?: readonly string[];
};

/** Placeholder for PUBLIC_URL in rendered pages; the server replaces it at start. */
export const PUBLIC_URL_TOKEN = "https://public-url.invalid";

/** What the server puts in the place of which placeholder: pages are rendered once, and settings may differ at each start. */
export type SettingsInPages = Readonly<Record<string, string>>;

export function withSettings(text: string, settings: SettingsInPages): string {
  return Object.entries(settings).reduce((filled, [token, value]) => filled.replaceAll(token, () => value), text);
}
