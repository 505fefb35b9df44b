import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type { Route } from "#company/shell/web/page.ts";
import {
  type BuiltPage,
  MOVED_LIST,
  OFFLINE_PAGE,
  PAGE_LIST,
  type PageFile,
  WORKER_SCRIPT,
} from "#platform/page-file.ts";
import { headingLettering, pngOf, startPictures } from "#platform/server/pictures.ts";
import type { AllPages, RenderTask } from "./rendered-pages.ts";

/** The server does not serve this file, because its name begins with a dot. */
const DRAWN_LIST = ".drawn.json";
let pictures: Promise<void> | undefined;
const task = workerData as RenderTask;
const { build, version } = task;
const renderer: typeof import("./render.tsx") = await import(pathToFileURL(join(build, "server/render.js")).href);
const built: Record<string, BuiltPage> = JSON.parse(await readFile(join(build, PAGE_LIST), "utf8"));
if ("path" in task) parentPort?.postMessage(await renderPage(task.path));
else await renderAll(task);

async function renderPage(path: string): Promise<string | undefined> {
  const route = renderer.previewOf(path, version.facts);
  return route && renderRoute(route);
}

async function renderAll(pages: AllPages): Promise<void> {
  const { out } = pages;
  await renderPages(out);
  await writeTexts(out);
  await drawPictures(pages);
}

async function renderRoute(route: Route): Promise<string> {
  const entry = built[renderer.entryOf(route)];
  const { inlined = [], ...assets } = entry ?? { scripts: [], preloads: [], styles: [], fonts: [] };
  const texts = await Promise.all(inlined.map((file) => readFile(join(build, "client", file), "utf8")));
  return renderer.renderRoute(route, {
    assets: { ...assets, ...(inlined.length > 0 && { inlineStyles: texts.join("").trim() }) },
    version,
  });
}

async function renderPages(out: string): Promise<void> {
  const pages: PageFile[] = [];
  for (const route of renderer.routesOf(version.facts)) {
    const file = `${route.path.replace(/\/?[:*].*$/, "").slice(1) || "index"}.html`;
    await write(out, file, await renderRoute(route));
    pages.push({ path: route.path, file, indexed: route.indexed ?? false });
  }
  await write(out, OFFLINE_PAGE, renderer.offlineHtml(version.facts));
  pages.push({ path: OFFLINE_PAGE, file: OFFLINE_PAGE.slice(1), indexed: false });
  await write(out, PAGE_LIST, JSON.stringify(pages, null, 1));
  await write(out, MOVED_LIST, JSON.stringify(renderer.movedAddresses(version.facts)));
}

async function writeTexts(out: string): Promise<void> {
  for (const [name, text] of Object.entries(renderer.textFiles(renderer.routesOf(version.facts), version.facts)))
    await write(out, name, text);
  await write(out, WORKER_SCRIPT, await readFile(join(build, "worker/worker.js")));
}

/** Drawing takes most of the time, so unchanged pictures are copied. */
async function drawPictures({ out, icon, previous }: AllPages): Promise<void> {
  if (icon) await write(out, renderer.LOGO_ICON, icon);
  const mark = icon && `data:image/png;base64,${Buffer.from(icon).toString("base64")}`;
  const lettering = await headingLettering();
  const drawings = renderer.APP_ICONS.map(({ file, width, margin }) => ({
    file,
    width,
    svg: renderer.appIconSvg(version.facts, { mark, margin }),
  }));
  for (const route of renderer.routesOf(version.facts)) {
    if (!route.indexed) continue;
    const svg = await renderer.socialPictureSvg(route, { facts: version.facts, lettering, mark });
    drawings.push({ file: renderer.socialPictureFile(route.path), width: 1200, svg });
  }
  const known = previous ? await readDrawn(previous) : {};
  const drawn: Record<string, string> = {};
  for (const { file, width, svg } of drawings) {
    const hash = createHash("sha256").update(svg).digest("base64url");
    const copy =
      previous && known[file] === hash ? await readFile(join(previous, file)).catch(() => undefined) : undefined;
    await write(out, file, copy ?? (await draw(svg, width)));
    drawn[file] = hash;
  }
  await write(out, DRAWN_LIST, JSON.stringify(drawn));
}

async function draw(svg: string, width: number): Promise<Uint8Array> {
  pictures ??= startPictures();
  await pictures;
  return pngOf(svg, width);
}

async function readDrawn(folder: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(join(folder, DRAWN_LIST), "utf8").catch(() => "{}"));
}

async function write(out: string, name: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(out, name)), { recursive: true });
  // A folder with this content is never written again, so a power cut must not leave empty files in it.
  await writeFile(join(out, name), content, { flush: true });
}
