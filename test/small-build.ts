import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { onTestFinished } from "vitest";

/** A folder like the build's: three pages, a script, two files and two former addresses. Removed when the test ends. */
export function smallBuild(): { folder: string; assets: string; pages: string } {
  const folder = mkdtempSync(join(tmpdir(), "build-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const assets = join(folder, "client", "assets");
  mkdirSync(assets, { recursive: true });
  for (const name of [".well-known", "admin"]) mkdirSync(join(folder, "client", name));
  writeFileSync(join(folder, "client", "admin", "worker.js"), "listen();");
  writeFileSync(join(folder, "client", ".well-known", "gpc.json"), '{"gpc":true}');
  writeFileSync(join(folder, "client", "robots.txt"), "User-agent: *");
  writeFileSync(join(assets, "site-abc.js"), "lit();");
  writeFileSync(join(assets, "site-abc.js.br"), brotliCompressSync("lit();"));
  writeFileSync(join(assets, "site-abc.js.gz"), gzipSync("lit();"));
  writeFileSync(join(folder, "client", "404.html"), "<!DOCTYPE html><title>Not here</title>");
  writeFileSync(join(folder, "client", "410.html"), "<!DOCTYPE html><title>Gone</title>");
  writeFileSync(join(folder, "client", "about.html"), "<!DOCTYPE html><title>About</title>");
  const pages = [
    { path: "/404", file: "404.html", indexed: false },
    { path: "/410", file: "410.html", indexed: false },
    { path: "/about", file: "about.html", indexed: true },
  ];
  writeFileSync(join(folder, "client", "pages.json"), JSON.stringify(pages));
  writeFileSync(join(folder, "client", ".moved.json"), JSON.stringify({ "/team": "/about", "/jobs": null }));
  return { folder, assets, pages: join(folder, "client") };
}
