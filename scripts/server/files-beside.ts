// A file or program named by new URL("./file", import.meta.url) becomes part of the bundle; a folder's name ends with a slash.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { Plugin } from "vite";

const ADDRESS = /new URL\("(\.[^"]+)", import\.meta\.url\)/g;

export function filesBeside(root: string): Plugin {
  return {
    name: "files-beside",
    // This runs before types are stripped, because only the sources have this form.
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
        // Every such file is in the outermost folder of the bundle. Line numbers stay, so the source map holds.
        const replaced = code.replaceAll(
          ADDRESS,
          (_, path: string) => `new URL("./${emit(join(dirname(id), path))}", import.meta.url)`,
        );
        return { code: replaced, map: null };
      },
    },
  };
}
