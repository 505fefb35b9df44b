// Builds the site into build/: scripts and styles, every page as HTML, and the list of pages for the server.
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import type { PageFile } from "#platform/page-file.ts";
import { bundle } from "./bundle.ts";
import { compressFolder } from "./compress.ts";
import { headingLettering, pngOf, startPictures } from "./pictures.ts";

type Renderer = typeof import("#app/render.tsx");
type Route = Renderer["routes"][number];
type Assets = Parameters<Renderer["renderRoute"]>[1];

const root = join(import.meta.dirname, "../..");
// In a separate folder that replaces the old one at the end, so that a failed or parallel build leaves a complete one.
const out = join(root, `build-${process.pid}`);
const client = join(out, "client");

await build({
  root,
  logLevel: "warn",
  publicDir: false,
  build: {
    outDir: join(out, "prerender"),
    ssr: "src/render.tsx",
    rollupOptions: { output: { entryFileNames: "render.js" } },
  },
});

const renderer: Renderer = await import(pathToFileURL(join(out, "prerender/render.js")).href);

const manifest = await bundle(root, client, {
  site: renderer.SITE_ENTRY,
  forms: renderer.routes.flatMap(({ entry }) => entry ?? []),
  app: renderer.APP_ENTRY,
});

const pages: PageFile[] = [];
for (const route of renderer.routes) {
  const file = `${route.path.replace(/\/?[:*].*$/, "").slice(1) || "index"}.html`;
  const html = await renderer.renderRoute(route, await assetsFor(route));
  await mkdir(dirname(join(client, file)), { recursive: true });
  await writeFile(join(client, file), html);
  pages.push({ path: route.path, file, indexed: route.indexed ?? false });
}
await writeSiteFiles();
await writeFile(join(out, "pages.json"), JSON.stringify(pages, null, 1));
await rm(join(out, "prerender"), { recursive: true });
await rm(join(client, ".vite"), { recursive: true });
await compressFolder(join(client, "assets"));
await rename(join(root, "build"), `${out}-before`).catch(() => {});
await rename(out, join(root, "build"));
await rm(`${out}-before`, { recursive: true, force: true });

/**
 * Public pages inline their styles, which saves a round trip before the first paint, and load the form's script after it.
 * The app links both, because browsers cache them between visits.
 */
async function assetsFor(route: Route): Promise<Assets> {
  if (route.kind === "app") return assetsOf([renderer.APP_ENTRY]);
  const { scripts, fonts, styles } = assetsOf([renderer.SITE_ENTRY]);
  const form = assetsOf(route.entry ? [route.entry] : []);
  const sheets = [...new Set([...styles, ...form.styles])];
  const texts = await Promise.all(sheets.map((file) => readFile(join(client, file), "utf8")));
  const [script] = form.scripts;
  return {
    fonts,
    scripts,
    preloads: [],
    styles: [],
    inlineStyles: texts.join("").trim(),
    ...(script && { lateEntry: { script, imports: form.preloads } }),
  };
}

async function writeSiteFiles(): Promise<void> {
  for (const [name, text] of Object.entries(renderer.textFiles(renderer.routes))) {
    await mkdir(dirname(join(client, name)), { recursive: true });
    await writeFile(join(client, name), text);
  }
  await startPictures();
  await writeFile(join(client, "apple-touch-icon.png"), pngOf(renderer.touchIconSvg(), 180));
  const lettering = await headingLettering();
  for (const route of renderer.routes) {
    if (!route.indexed) continue;
    const picture = pngOf(await renderer.socialPictureSvg(route, lettering), 1200);
    await writeFile(join(client, renderer.socialPictureFile(route.path)), picture);
  }
}

function assetsOf(entries: string[]) {
  const scripts: string[] = [];
  const preloads = new Set<string>();
  const styles = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) return;
    for (const css of chunk.css ?? []) styles.add(`/${css}`);
    for (const imported of chunk.imports ?? []) {
      preloads.add(`/${manifest[imported]?.file}`);
      visit(imported);
    }
  };
  for (const entry of entries) {
    scripts.push(`/${manifest[entry]?.file}`);
    visit(entry);
  }
  const fonts = Object.values(manifest)
    .map((chunk) => `/${chunk.file}`)
    .filter((file) => /-basic-.*\.woff2$/.test(file));
  return { scripts, preloads: [...preloads], styles: [...styles], fonts };
}
