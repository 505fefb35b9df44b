import { join } from "node:path";
import { build, type Plugin } from "vite";
import { filesBeside } from "./files-beside.ts";

/** These packages load machine code from their own folder, or are optional and not installed. */
export const NOT_BUNDLED = ["sharp", "pg-native"];
const SOURCE_LINES = "source-lines";

/** Only our own sources are mapped: less than half to read when an error is logged, and packages are readable as they are. */
const ownLines: Plugin = {
  name: "own-lines",
  transform: { filter: { id: /node_modules/ }, handler: (code) => ({ code, map: { mappings: "" } }) },
};

type Bundle = { /** Files of the programs by their names. */ programs?: Record<string, string>; plugins?: Plugin[] };

export async function bundleServer(root: string, outDir: string, bundle: Bundle = {}): Promise<void> {
  const { programs = { main: "src/app/main.ts" }, plugins = [] } = bundle;
  const inputs = { ...programs, [SOURCE_LINES]: "scripts/server/source-lines.ts" };
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    plugins: [...plugins, filesBeside(root), ownLines],
    ssr: { noExternal: true, external: NOT_BUNDLED },
    build: {
      outDir,
      ssr: true,
      ssrEmitAssets: true,
      target: "esnext",
      // Readable code starts as fast as minified code, and a crash prints its line.
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(inputs).map(([name, file]) => [name, join(root, file)])),
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "[name]-[hash].js",
          assetFileNames: "[name][extname]",
          sourcemapExcludeSources: true,
          banner: ({ isEntry, fileName, name }) =>
            isEntry && name !== SOURCE_LINES && !fileName.includes("/") ? `import "./${SOURCE_LINES}.js";` : "",
        },
      },
    },
  });
}
