export type PageFile = { path: string; file: string; indexed: boolean };

/** Beside the pages: files that are served by path, and where former paths lead; null says that the page was taken down. */
export const PAGE_LIST = "pages.json";
export const MOVED_LIST = ".moved.json";
export type MovedPages = Readonly<Record<string, string | null>>;

export type PageAssets = {
  scripts: readonly string[];
  preloads: readonly string[];
  styles: readonly string[];
  fonts: readonly string[];
  lateEntry?: { script: string; imports: readonly string[] };
};

export type BuiltPage = PageAssets & {
  inlined?: readonly string[];
};

export const PUBLIC_URL_TOKEN = "https://public-url.invalid";

/** Pages are rendered once, and the settings behind these placeholders may differ at each start. */
export type SettingsInPages = Readonly<Record<string, string>>;

export function withSettings(text: string, settings: SettingsInPages): string {
  return Object.entries(settings).reduce((filled, [token, value]) => filled.replaceAll(token, () => value), text);
}

/** The one script that pages may register as a service worker, and the policy of Trusted Types that knows no other. */
export const WORKER_SCRIPT = "/admin/worker.js";
export const WORKER_SCOPE = "/admin";
export const WORKER_POLICY = "service-worker";
/** What the worker shows without a connection, and all that it keeps. */
export const OFFLINE_PAGE = "/admin/offline.html";
export const OFFLINE_CACHE = "offline";
