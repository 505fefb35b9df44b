import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { bundleServer } from "./bundle-server.ts";
import { keepChunks } from "./keep-chunks.ts";

const root = join(import.meta.dirname, "../..");
const target = join(root, "build-server");
// A separate folder replaces the old one at the end, so that a failed or parallel build leaves a complete one.
const out = `${target}-${process.pid}`;

await bundleServer(root, out);
await keepChunks(target, out);
await rename(target, `${out}-before`).catch(() => {});
await rename(out, target);
await rm(`${out}-before`, { recursive: true, force: true });
