import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { keyOf, PAGES_FOLDER, renderInto } from "#app/rendering/rendered-pages.ts";
import type { Facts } from "#company/facts/schema.ts";
import { seedFacts } from "#company/facts/seed.ts";
import { type BuiltPage, PAGE_LIST } from "#platform/page-file.ts";
import { bundle, bundleWorker } from "./bundle.ts";
import { compressFolder } from "./compress.ts";

type Renderer = typeof import("#app/rendering/render.tsx");
type Route = Renderer["routes"][number];

const root = join(import.meta.dirname, "../..");
// A separate folder replaces the old one at the end, so that a failed or parallel build leaves a complete one.
const out = join(root, `build-${process.pid}`);
const client = join(out, "client");

const first = { number: 1, facts: shippedFacts() };

await build({
  root,
  logLevel: "warn",
  publicDir: false,
  // The running site then needs none of the packages that only pages import: half of what is installed.
  ssr: { noExternal: true },
  build: {
    outDir: join(out, "server"),
    ssr: "src/app/rendering/render.tsx",
    rollupOptions: { output: { entryFileNames: "render.js" } },
  },
});

const renderer: Renderer = await import(pathToFileURL(join(out, "server/render.js")).href);

const manifest = await bundle(root, client, {
  content: [renderer.SITE_ENTRY, ...entriesOf("content")],
  forms: entriesOf("form"),
  app: renderer.APP_ENTRY,
});

await bundleWorker(root, join(out, "worker"));

const pages = Object.fromEntries(
  renderer.routesOf(first.facts).map((route) => [renderer.entryOf(route), pageOf(route)]),
);
await writeFile(join(out, PAGE_LIST), JSON.stringify(pages, null, 1));
await rm(join(client, ".vite"), { recursive: true });
await compressFolder(join(client, "assets"));
const buildId = await hashBuild();
await writeFile(join(out, "build-id"), buildId);
await renderInto(join(out, PAGES_FOLDER), keyOf(buildId, first), { build: out, version: first });
await rename(join(root, "build"), `${out}-before`).catch(() => {});
await rename(out, join(root, "build"));
await rm(`${out}-before`, { recursive: true, force: true });

function entriesOf(kind: Route["kind"]): string[] {
  return [...new Set(renderer.routes.flatMap((route) => (route.kind === kind && route.entry) || []))];
}

function shippedFacts(): Facts {
  try {
    return seedFacts();
  } catch (error) {
    console.error(`${(error as Error).message}.`);
    process.exit(1);
  }
}

/** Public pages inline their styles, which saves a round trip. The app links them, because browsers cache them between visits. */
function pageOf(route: Route): BuiltPage {
  if (route.kind === "app") return assetsOf([renderer.APP_ENTRY]);
  const { scripts, fonts, styles } = assetsOf([renderer.SITE_ENTRY]);
  const form = assetsOf(route.entry ? [route.entry] : []);
  const [script] = form.scripts;
  return {
    fonts,
    scripts,
    preloads: [],
    styles: [],
    inlined: [...new Set([...styles, ...form.styles])],
    ...(script && { lateEntry: { script, imports: form.preloads } }),
  };
}

async function hashBuild(): Promise<string> {
  const sum = createHash("sha256").update(JSON.stringify(pages));
  for (const folder of ["server", "worker"])
    for (const name of (await readdir(join(out, folder), { recursive: true })).sort())
      if (name.endsWith(".js")) sum.update(name).update(await readFile(join(out, folder, name)));
  return sum.digest("hex");
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
