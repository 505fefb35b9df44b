import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import {
  MOVED_LIST,
  type MovedPages,
  PAGE_LIST,
  type PageFile,
  type SettingsInPages,
  withSettings,
} from "#platform/page-file.ts";
import { bodiesOf, REVALIDATE, StoredFile } from "./answers/stored-file.ts";
import { contentSecurityPolicy, INDEXED_REFERRER_POLICY, pageHeaders, workerHeaders } from "./page-headers.ts";
import type { PageHandler } from "./types.ts";

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
  ".xml": "application/xml; charset=utf-8",
};
const COMPRESSED_ALREADY = new Set([".png", ".woff2", ".ico"]);
const FOREVER = "public, max-age=31536000, immutable";
/** Of files that are no pages. */
const FOLDERS = ["", ".well-known/", "admin/"];
/** The files of these pages answer for others, with their status. */
const STATUSES: Record<string, number> = { "/404": 404, "/410": 410 };
const SHORT_LINK = /^\/go\/([^/]+)\/?$/i;

type Options = {
  assets: string;
  pages: string;
  settings: SettingsInPages;
  notPages?: readonly string[];
  isKeptFromSearch?: boolean;
};

type Pattern = { matches: RegExp; file: StoredFile };
type PageSet = {
  files: Map<string, StoredFile>;
  patterns: Pattern[];
  moved: Map<string, string | null>;
  missing: StoredFile;
  gone: StoredFile;
};

export type Pages = PageHandler & {
  isDraining: boolean;
  show(folder: string, options: Pick<Options, "isKeptFromSearch">): void;
};

/** Only exact paths are served from memory, so that no other file on disk is reachable. */
export function servePages({ assets, pages, settings, notPages = [], isKeptFromSearch = false }: Options): Pages {
  const scripts = new Map<string, StoredFile>();
  for (const name of readdirSync(assets)) {
    if (name.endsWith(".br") || name.endsWith(".gz")) continue;
    scripts.set(`/assets/${name}`, storedAsset(join(assets, name)));
  }
  const addressed = (text: string) => withSettings(text, settings);
  let set = readPageSet(pages, addressed, isKeptFromSearch);

  const find = (path: string): StoredFile => {
    const exact = scripts.get(path) ?? set.files.get(path);
    if (exact) return exact;
    if (set.moved.has(withoutSlash(path))) return set.gone;
    return set.patterns.find(({ matches }) => matches.test(path))?.file ?? set.missing;
  };

  const serve = (request: IncomingMessage, response: ServerResponse): boolean => {
    const url = request.url ?? "/";
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const end = url.indexOf("?");
    const path = end === -1 ? url : url.slice(0, end);
    if (path.startsWith("/api/") || path === "/api" || path === "/healthz" || path === "/readyz") return false;
    if (notPages.some((beginning) => path.startsWith(beginning))) return false;
    const [, shortLink] = SHORT_LINK.exec(path) ?? [];
    if (path === `/go/${shortLink}`) return false;
    if (serve.isDraining) response.shouldKeepAlive = false;
    if (shortLink) {
      response.writeHead(308, { location: `/go/${shortLink}`, "content-length": "0" });
      response.end();
      return true;
    }
    if (path.length > 1 && path.endsWith("/") && !path.startsWith("//") && set.files.has(path.slice(0, -1))) {
      response.writeHead(308, {
        location: path.slice(0, -1) + (end === -1 ? "" : url.slice(end)),
        "referrer-policy": INDEXED_REFERRER_POLICY,
        "content-length": "0",
      });
      response.end();
      return true;
    }
    const movedTo = set.moved.get(withoutSlash(path));
    if (movedTo) {
      // A browser that kept it would not learn that the page has moved back.
      response.writeHead(301, {
        location: movedTo + (end === -1 ? "" : url.slice(end)),
        "cache-control": REVALIDATE,
        "referrer-policy": INDEXED_REFERRER_POLICY,
        "content-length": "0",
      });
      response.end();
      return true;
    }
    answer(find(path), request, response);
    return true;
  };

  const answer = (file: StoredFile, request: IncomingMessage, response: ServerResponse): void => {
    const { status, headers, body } = file.answer(request.headers);
    response.writeHead(status, headers);
    response.end(request.method === "HEAD" ? undefined : body);
  };

  serve.isDraining = false;
  serve.show = (folder: string, options: Pick<Options, "isKeptFromSearch">) => {
    set = readPageSet(folder, addressed, options.isKeptFromSearch ?? false);
  };
  serve.notFound = (request: IncomingMessage, response: ServerResponse) => answer(set.missing, request, response);
  serve.html = (path: string) => set.files.get(path)?.text;
  return serve;
}

function readPageSet(folder: string, addressed: (text: string) => string, isKeptFromSearch: boolean): PageSet {
  const files = new Map<string, StoredFile>();
  const patterns: Pattern[] = [];
  for (const path of FOLDERS.flatMap((inside) => listFiles(join(folder, inside)).map((name) => inside + name)))
    files.set(`/${path}`, storedText(join(folder, path), addressed, workerHeaders(`/${path}`)));
  const byStatus = new Map<number, StoredFile>();
  for (const page of JSON.parse(readFileSync(join(folder, PAGE_LIST), "utf8")) as PageFile[]) {
    const html = addressed(readFileSync(join(folder, page.file), "utf8"));
    const file = storedPage(page, html, isKeptFromSearch ? { "x-robots-tag": "noindex" } : {});
    const status = STATUSES[page.path];
    if (status) byStatus.set(status, file);
    else if (/[:*]/.test(page.path)) patterns.push({ matches: patternOf(page.path), file });
    else files.set(page.path, file);
    if (page.path.endsWith("/*")) files.set(page.path.slice(0, -2), file);
  }
  const [missing, gone] = [byStatus.get(404), byStatus.get(410)];
  if (!missing || !gone) throw new Error("The build has no page for addresses that lead nowhere.");
  const moved: MovedPages = JSON.parse(readFileSync(join(folder, MOVED_LIST), "utf8"));
  return { files, patterns, moved: new Map(Object.entries(moved)), missing, gone };
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

function patternOf(path: string): RegExp {
  const segments = path.split("/").map((segment) => (segment.startsWith(":") ? "[^/]+" : RegExp.escape(segment)));
  return new RegExp(`^${segments.join("/").replace(/\/\\\*$/, "/.+")}$`);
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^\.|\.html$/.test(entry.name) && entry.name !== PAGE_LIST)
    .map(({ name }) => name);
}

function storedAsset(path: string): StoredFile {
  const headers = {
    "content-type": typeOf(path),
    "cache-control": FOREVER,
    "cross-origin-resource-policy": "same-origin",
  };
  if (COMPRESSED_ALREADY.has(extname(path))) return storedWhole(readFileSync(path), headers);
  // Files are read at start, because a build that runs beside this server deletes them.
  const br = readFileSync(`${path}.br`);
  const gzip = readFileSync(`${path}.gz`);
  return new StoredFile(gzip, 200, headers, { identity: () => gunzipSync(gzip), br: () => br, gzip: () => gzip });
}

function storedText(path: string, addressed: (text: string) => string, more: Record<string, string>): StoredFile {
  const headers = { "content-type": typeOf(path), "cache-control": REVALIDATE, ...more };
  if (COMPRESSED_ALREADY.has(extname(path))) return storedWhole(readFileSync(path), headers);
  const body = Buffer.from(addressed(readFileSync(path, "utf8")));
  return new StoredFile(body, 200, headers, bodiesOf(body));
}

function storedWhole(body: Buffer, headers: Record<string, string>): StoredFile {
  return new StoredFile(body, 200, headers, { identity: () => body });
}

function storedPage(page: PageFile, html: string, more: Record<string, string>): StoredFile {
  const body = Buffer.from(html);
  const headers = {
    "content-type": TYPES[".html"] ?? "text/html",
    "cache-control": REVALIDATE,
    "content-security-policy": contentSecurityPolicy(html),
    ...pageHeaders(page),
    ...more,
  };
  return new StoredFile(body, STATUSES[page.path] ?? 200, headers, bodiesOf(body));
}

function typeOf(path: string): string {
  return TYPES[extname(path)] ?? "application/octet-stream";
}
