// node deploy/offsite.mjs put URL FILE: sends FILE to the WebDAV server of rclone. get URL FILE: fetches it. For BACKUP_COMMAND and
// BACKUP_FETCH_COMMAND in a container, which has neither a shell's tools nor rclone. Ends with 1 and one line if it fails.
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const [action, url, file] = process.argv.slice(2);
const actions = { put, get };

try {
  if (!url || !file || !Object.hasOwn(actions, action))
    throw new Error("Usage: node deploy/offsite.mjs put|get URL FILE");
  await actions[action]();
} catch (error) {
  console.error([error.message, error.cause?.message].filter(Boolean).join(": "));
  process.exitCode = 1;
}

async function put() {
  const { size } = await stat(file);
  const body = Readable.toWeb(createReadStream(file));
  const headers = { "content-length": String(size), "content-type": "application/octet-stream" };
  await ask({ method: "PUT", body, headers, duplex: "half" });
  // The store has the last word: a server may answer before it has stored everything.
  const stored = await ask({ method: "HEAD" });
  const length = Number(stored.headers.get("content-length"));
  if (length !== size) throw new Error(`The copy has ${length} bytes instead of ${size}`);
}

/** A broken transfer leaves no file of that name. */
async function get() {
  const part = `${file}.part`;
  try {
    const answer = await ask({});
    await pipeline(Readable.fromWeb(answer.body), createWriteStream(part, { mode: 0o600, flush: true }));
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}

async function ask(request) {
  const answer = await fetch(url, request);
  if (!answer.ok)
    throw new Error(`${request.method ?? "GET"} ${url}: ${answer.status} ${(await answer.text()).trim()}`);
  return answer;
}
