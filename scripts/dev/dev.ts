// npm run dev runs the whole site in one process with live reload.

import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { createServer as createVite } from "vite";
import { makeFirstAdmin } from "#accounts/users/server/make-admin.ts";
import { readConfig } from "#app/config.ts";
import { NOT_PAGES, settingsInPages } from "#app/rendering/rendered-pages.ts";
import { createSite } from "#app/server.ts";
import { MIGRATIONS } from "#app/tables.ts";
import { migrateAndAdopt } from "#company/facts/server/published-facts.ts";
import { OFFLINE_PAGE, WORKER_SCRIPT, withSettings } from "#platform/page-file.ts";
import { systemClock } from "#platform/server/clock.ts";
import { openDatabase } from "#platform/server/database/database.ts";
import { bundleWorker } from "../pages/bundle.ts";
import { MAIL_PREVIEW_PATH, mailPreview } from "./mail-preview.ts";

type Renderer = typeof import("#app/rendering/render.tsx");

const root = join(import.meta.dirname, "../..");
const WORKER_FOLDER = join(root, "node_modules/.dev-worker");
const config = readConfig({ LOG_LEVEL: "warn", ...process.env });
const vite = await createVite({
  root,
  configLoader: "native",
  appType: "custom",
  server: { middlewareMode: true },
  // There is no index.html to find packages by: Vite would reload the page for each that it meets later.
  optimizeDeps: { entries: ["src/**/*.entry.{ts,tsx}"] },
});
const database = await openDatabase({ ...config, onConnectionError: console.error });
const version = await migrateAndAdopt(database, MIGRATIONS, { ...config, now: systemClock.now() });
const password = await makeFirstAdmin(database, {
  email: config.adminEmail,
  password: config.adminPassword,
  now: systemClock.now(),
});

const site = await createSite({ config, database, clock: systemClock }, (request, response) => {
  const path = (request.url ?? "/").split("?")[0] ?? "/";
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  if (/^\/(api|go|healthz|readyz)(\/|$)/.test(path)) return false;
  if (NOT_PAGES.some((beginning) => path.startsWith(beginning))) return false;
  if (path.startsWith(MAIL_PREVIEW_PATH)) {
    void serveMail(path, response);
    return true;
  }
  if (path === WORKER_SCRIPT || path === OFFLINE_PAGE) {
    void serveWorker(path, response);
    return true;
  }
  vite.middlewares(request, response, () => void servePage(path, request, response));
  return true;
});
await site.app.listen({ port: config.port, host: config.host });
site.mail.start();
site.webhooks.start();
site.push.start();
if (password) console.log(`The first admin is ${config.adminEmail}. Password, shown only this once: ${password}`);
console.log(`Development site at ${config.publicUrl}; messages to look at: ${config.publicUrl}${MAIL_PREVIEW_PATH}`);

process.on("SIGTERM", () => process.exit(0));

async function serveMail(path: string, response: ServerResponse): Promise<void> {
  const preview = await mailPreview(path, config.publicUrl);
  response.writeHead(preview ? 200 : 404, { "content-type": preview?.type ?? "text/plain; charset=utf-8" });
  response.end(preview?.body ?? "No such e-mail");
}

/** A browser asks for them rarely, so both are made anew each time. */
async function serveWorker(path: string, response: ServerResponse): Promise<void> {
  const isPage = path === OFFLINE_PAGE;
  const type = isPage ? "text/html; charset=utf-8" : "text/javascript; charset=utf-8";
  response.writeHead(200, { "content-type": type, "cache-control": "no-store" });
  if (!isPage) await bundleWorker(root, WORKER_FOLDER);
  response.end(
    isPage ? (await loadRenderer()).offlineHtml(version.facts) : readFileSync(join(WORKER_FOLDER, "worker.js")),
  );
}

function loadRenderer(): Promise<Renderer> {
  return vite.ssrLoadModule("/src/app/rendering/render.tsx") as Promise<Renderer>;
}

async function servePage(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const renderer = await loadRenderer();
    const routes = renderer.routesOf(version.facts);
    const route = routes.find((candidate) => matches(candidate.path, path)) ?? renderer.notFoundRoute;
    const scripts = route.kind === "app" ? [renderer.APP_ENTRY] : [renderer.SITE_ENTRY, route.entry ?? ""];
    const assets = {
      scripts: scripts.filter(Boolean).map((entry) => `/${entry}`),
      preloads: [],
      // A link shows no unstyled content before the scripts have loaded the styles.
      styles: [route.kind === "app" ? "/src/app/web/app.css" : "/src/app/web/site.css"],
      fonts: [],
    };
    const html = await renderer.renderRoute(route, { assets, version });
    response.writeHead(route === renderer.notFoundRoute ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(await vite.transformIndexHtml(request.url ?? "/", withSettings(html, settingsInPages(config))));
  } catch (error) {
    vite.ssrFixStacktrace(error as Error);
    console.error(error);
    response.writeHead(500, { "content-type": "text/plain; charset=utf-8" });
    response.end(String((error as Error).stack));
  }
}

function matches(pattern: string, path: string): boolean {
  if (pattern.endsWith("/*")) return path === pattern.slice(0, -2) || path.startsWith(pattern.slice(0, -1));
  const colon = pattern.indexOf(":");
  return colon === -1 ? pattern === path : path.startsWith(pattern.slice(0, colon)) && path.length > colon;
}
