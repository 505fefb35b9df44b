// Renders all pages of one version into a folder, beside the thread that serves.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { workerData } from "node:worker_threads";
import type { BuiltPage, PageFile } from "#platform/page-file.ts";
import { headingLettering, pngOf, startPictures } from "#platform/server/pictures.ts";
import type { RenderTask } from "./rendered-pages.ts";

const { build, out, version } = workerData as RenderTask;
const entry: typeof import("./render.entry.ts") = await import(pathToFileURL(join(build, "server/render.js")).href);
entry.adoptFacts(version.facts);
const renderer = await entry.loadRenderer();
await renderPages();
await writeTexts();
await drawPictures();

async function renderPages(): Promise<void> {
  const built: Record<string, BuiltPage> = JSON.parse(await readFile(join(build, "pages.json"), "utf8"));
  const pages: PageFile[] = [];
  for (const route of renderer.routes) {
    const { inlined = [], ...assets } = built[route.path] ?? { scripts: [], preloads: [], styles: [], fonts: [] };
    const texts = await Promise.all(inlined.map((file) => readFile(join(build, "client", file), "utf8")));
    const html = await renderer.renderRoute(route, {
      assets: { ...assets, ...(inlined.length > 0 && { inlineStyles: texts.join("").trim() }) },
      version,
    });
    const file = `${route.path.replace(/\/?[:*].*$/, "").slice(1) || "index"}.html`;
    await write(file, html);
    pages.push({ path: route.path, file, indexed: route.indexed ?? false });
  }
  await write("pages.json", JSON.stringify(pages, null, 1));
}

async function writeTexts(): Promise<void> {
  for (const [name, text] of Object.entries(renderer.textFiles(renderer.routes))) await write(name, text);
}

async function drawPictures(): Promise<void> {
  await startPictures();
  await write("apple-touch-icon.png", pngOf(renderer.touchIconSvg(), 180));
  const lettering = await headingLettering();
  for (const route of renderer.routes) {
    if (!route.indexed) continue;
    const svg = await renderer.socialPictureSvg(route, lettering);
    await write(renderer.socialPictureFile(route.path), pngOf(svg, 1200));
  }
}

async function write(name: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(out, name)), { recursive: true });
  await writeFile(join(out, name), content);
}
