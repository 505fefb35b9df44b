// What a module finds beside itself with new URL("./file", import.meta.url) becomes part of the bundle: a program as another entry,
// each program of a folder (its address ends with a slash) as one too; a folder without programs stays where it is, and any other file
// becomes a copy.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { Plugin } from "vite";

const ADDRESS = /new URL\("(\.[^"]+)", import\.meta\.url\)/g;

export function filesBeside(root: string): Plugin {
  return {
    name: "files-beside",
    // Before types are stripped, because only the sources are written like this.
    enforce: "pre",
    transform: {
      filter: { id: join(root, "src/**/*.ts"), code: ADDRESS },
      handler(code, id) {
        const emitProgram = (file: string, folder = "") => {
          const fileName = `${folder}${basename(file, ".ts")}.js`;
          this.emitFile({ type: "chunk", id: file, fileName });
          return fileName;
        };
        const emit = (target: string) => {
          if (target.endsWith(".ts")) return emitProgram(target);
          if (target.endsWith("/")) {
            const programs = existsSync(target) ? readdirSync(target).filter((name) => name.endsWith(".ts")) : [];
            const folder = `${basename(target)}/`;
            for (const name of programs) emitProgram(join(target, name), folder);
            // The bundle is in a folder beside src.
            return programs.length > 0 ? folder : `../${relative(root, target)}/`;
          }
          const fileName = relative(root, target);
          this.emitFile({ type: "asset", fileName, source: readFileSync(target) });
          return fileName;
        };
        // All that has such an address is in the outermost folder of the bundle. The lines stay, so the source map holds.
        const replaced = code.replaceAll(
          ADDRESS,
          (_, path: string) => `new URL("./${emit(join(dirname(id), path))}", import.meta.url)`,
        );
        return { code: replaced, map: null };
      },
    },
  };
}
