import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const WORTH_IT = new Set([".js", ".css", ".svg", ".json", ".txt", ".xml"]);

export async function compressFolder(folder: string): Promise<void> {
  const names = await readdir(folder);
  await Promise.all(
    names
      .filter((name) => WORTH_IT.has(extname(name)))
      .map(async (name) => {
        const path = join(folder, name);
        const content = await readFile(path);
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
        await writeFile(`${path}.br`, await promisify(brotliCompress)(content, quality));
        await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
      }),
  );
}
