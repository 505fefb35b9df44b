// Renders all pages of one version into a folder, beside the thread that serves.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type { BuiltPage, PageFile } from "#platform/page-file.ts";
import { headingLettering, pngOf, startPictures } from "#platform/server/pictures.ts";
import type { Route } from "#shell/web/page.ts";
import type { RenderTask } from "./rendered-pages.ts";

const task = workerData as RenderTask;
const { build, version } = task;
const entry: typeof import("./render.entry.ts") = await import(pathToFileURL(join(build, "server/render.js")).href);
entry.adoptFacts(version.facts);
const renderer = await entry.loadRenderer();
const built: Record<string, BuiltPage> = JSON.parse(await readFile(join(build, "pages.json"), "utf8"));
if ("path" in task) parentPort?.postMessage(await renderPage(task.path));
else await renderAll(task.out);

/** Undefined if there is no such page. */
async function renderPage(path: string): Promise<string | undefined> {
  const route = renderer.routes.find((known) => known.path === path && known.kind !== "app");
  return route && renderRoute(route);
}

async function renderAll(out: string): Promise<void> {
  await renderPages(out);
  await writeTexts(out);
  await drawPictures(out);
}

async function renderRoute(route: Route): Promise<string> {
  const { inlined = [], ...assets } = built[route.path] ?? { scripts: [], preloads: [], styles: [], fonts: [] };
  const texts = await Promise.all(inlined.map((file) => readFile(join(build, "client", file), "utf8")));
  return renderer.renderRoute(route, {
    assets: { ...assets, ...(inlined.length > 0 && { inlineStyles: texts.join("").trim() }) },
    version,
  });
}

async function renderPages(out: string): Promise<void> {
  const pages: PageFile[] = [];
  for (const route of renderer.routes) {
    const file = `${route.path.replace(/\/?[:*].*$/, "").slice(1) || "index"}.html`;
    await write(out, file, await renderRoute(route));
    pages.push({ path: route.path, file, indexed: route.indexed ?? false });
  }
  await write(out, "pages.json", JSON.stringify(pages, null, 1));
}

async function writeTexts(out: string): Promise<void> {
  for (const [name, text] of Object.entries(renderer.textFiles(renderer.routes))) await write(out, name, text);
}

async function drawPictures(out: string): Promise<void> {
  await startPictures();
  await write(out, "apple-touch-icon.png", pngOf(renderer.touchIconSvg(), 180));
  const lettering = await headingLettering();
  for (const route of renderer.routes) {
    if (!route.indexed) continue;
    const svg = await renderer.socialPictureSvg(route, lettering);
    await write(out, renderer.socialPictureFile(route.path), pngOf(svg, 1200));
  }
}

async function write(out: string, name: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(out, name)), { recursive: true });
  // A folder with this content is never written again, so that a power cut must not leave empty files in it.
  await writeFile(join(out, name), content, { flush: true });
}
