import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Manifest, type Rollup } from "vite";

const OFFERED_TIMES =
  /src[\\/]inquiries[\\/]bookings[\\/](choices|meeting-types|us-states|web[\\/](book[\\/]|manage-link|slot-lost))/;
const OF_FEW_PAGES = /src[\\/]inquiries[\\/]bookings[\\/]|use-link-token/;
const IMPORTS_ZOD = /^import \* as z from "zod\/mini"/m;
const WORKER = "src/delivery/push/web/worker.entry.ts";
const EMAIL_RULES = /src[\\/]platform[\\/]email\.ts$/;

/** The scripts of content pages are small: one is on every public page. */
const SITE_SCRIPT = { codeSplitting: false };
/** Four requests replace twenty. Validation code loads later on the pages that most visitors see first. */
const FORM_SCRIPTS = {
  codeSplitting: {
    groups: [
      { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
      { name: "forms", test: (id: string) => !OF_FEW_PAGES.test(id) && !validates(id), minShareCount: 2, priority: 1 },
      { name: "bookings", test: OFFERED_TIMES, minShareCount: 2, priority: 1 },
      { name: "validation", test: validates, minShareCount: 2 },
    ],
  },
};
/** The sign-in page loads two files instead of fourteen, and 3 KB less. The admin area needs the same parts next. */
const APP_SCRIPTS = {
  codeSplitting: {
    groups: [
      { name: "app", tags: ["$initial"], priority: 2 },
      { name: "sign-in", test: /login-page/, priority: 1 },
      // The first file names all others: these would be forty small ones.
      { name: "small", test: /src[\\/]/, minShareCount: 2, maxModuleSize: 1_500 },
      { name: "dialogs", test: /src[\\/]platform[\\/]web[\\/](forms|dialogs)[\\/]/ },
    ],
  },
};

/** Importing a module only defines things, so an unused one can be dropped. */
const TREESHAKE = { moduleSideEffects: [{ test: /src[\\/].*\.tsx?$/, sideEffects: false }] };

function validates(id: string): boolean {
  if (/node_modules[\\/]zod[\\/]/.test(id) || EMAIL_RULES.test(id)) return true;
  return /src[\\/].*\.ts$/.test(id) && IMPORTS_ZOD.test(readFileSync(id, "utf8"));
}

/** Its address is always the same, so that browsers find the next one. */
export async function bundleWorker(root: string, outDir: string): Promise<void> {
  await build({
    root,
    logLevel: "warn",
    publicDir: false,
    build: {
      outDir,
      modulePreload: false,
      rolldownOptions: { input: [WORKER], output: { entryFileNames: "worker.js", codeSplitting: false } },
    },
  });
}

type Entries = { content: string[]; forms: string[]; app: string };

export async function bundle(root: string, outDir: string, { content, forms, app }: Entries): Promise<Manifest> {
  const notes: Manifest[] = [];
  for (const { input, output } of [
    ...content.map((entry) => ({ input: [entry], output: SITE_SCRIPT })),
    { input: forms, output: FORM_SCRIPTS },
    { input: [app], output: APP_SCRIPTS },
  ]) {
    await build({
      root,
      logLevel: "warn",
      build: {
        outDir,
        emptyOutDir: false,
        manifest: true,
        modulePreload: { polyfill: false },
        rolldownOptions: { input, output: output as Rollup.OutputOptions, treeshake: TREESHAKE },
      },
    });
    notes.push(JSON.parse(await readFile(join(outDir, ".vite/manifest.json"), "utf8")));
  }
  return Object.assign({}, ...notes);
}
