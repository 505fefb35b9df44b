import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { createApp } from "#platform/server/http/app.ts";
import { Listener } from "#platform/server/http/listener.ts";
import { NO_GUARDS } from "../server.ts";

/** Listens, with an application that is not ready before `ready` is called. */
async function startEarly() {
  const listener = new Listener({ isHttps: false }, ({ url }, response) => {
    if (url === "/page") response.end("a page");
    return url === "/page";
  });
  await listener.listen({ port: 0, host: "127.0.0.1" });
  const app = createApp({ logLevel: "silent", trustProxy: [], guards: NO_GUARDS, listener });
  const received: unknown[] = [];
  app.post("/send", { config: { access: "public" } }, async ({ body }) => {
    received.push(body);
    return "received";
  });
  onTestFinished(() => app.close());
  const url = `http://127.0.0.1:${(listener.server.address() as AddressInfo).port}`;
  return { app, url, received };
}

function send(url: string, body: unknown): Promise<Response> {
  return fetch(`${url}/send`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

test("before the application is ready, pages are answered and all other requests wait for it", async () => {
  const { app, url, received } = await startEarly();
  const sent = [send(url, { number: 1, text: "x".repeat(40_000) }), send(url, { number: 2 })];
  const unknown = fetch(`${url}/unknown`);
  for (let visit = 0; visit < 3; visit++) expect(await (await fetch(`${url}/page`)).text()).toBe("a page");
  expect(received).toEqual([]);
  await app.ready();
  expect(await Promise.all((await Promise.all(sent)).map((answer) => answer.text()))).toEqual(["received", "received"]);
  expect(received).toHaveLength(2);
  expect(received).toContainEqual({ number: 1, text: "x".repeat(40_000) });
  expect((await unknown).status).toBe(404);
  expect((await send(url, { number: 3 })).status).toBe(200);
});

test("who leaves while waiting has sent nothing, and keeps nobody else waiting", async () => {
  const { app, url, received } = await startEarly();
  const left = request(`${url}/send`, { method: "POST", headers: { "content-length": 100 } });
  left.on("error", () => {});
  left.write("{");
  const sent = send(url, { number: 1 });
  // Both have arrived when this is answered.
  await fetch(`${url}/page`);
  left.destroy();
  await app.ready();
  expect((await sent).status).toBe(200);
  expect(received).toEqual([{ number: 1 }]);
});

test("an end before the application is ready closes the listener", async () => {
  const { app, url } = await startEarly();
  expect((await fetch(`${url}/page`)).status).toBe(200);
  await app.close();
  await expect(fetch(`${url}/page`)).rejects.toThrow();
});

test("what arrives while a busy process closes is answered", async () => {
  const folder = mkdtempSync(join(tmpdir(), "busy-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [busy, sent] = [join(folder, "busy"), join(folder, "sent")];
  const listener = new Listener({ isHttps: false }, ({ url }, response) => {
    if (url === "/busy") {
      writeFileSync(busy, "");
      while (!existsSync(sent));
      void listener.close();
    }
    response.end("a page");
    return true;
  });
  await listener.listen({ port: 0, host: "127.0.0.1" });
  const { port } = listener.server.address() as AddressInfo;
  // In another process, because this one is busy.
  const visitors = `
    import { existsSync, writeFileSync } from "node:fs";
    import { connect } from "node:net";
    import { text } from "node:stream/consumers";
    const visit = async (path) => {
      const socket = connect(${port}, "127.0.0.1");
      const call = "GET " + path + " HTTP/1.1\\r\\nHost: site\\r\\nConnection: close\\r\\n\\r\\n";
      await new Promise((resolve) => socket.write(call, resolve));
      return socket;
    };
    const sockets = [await visit("/busy")];
    while (!existsSync(${JSON.stringify(busy)})) await new Promise(setImmediate);
    for (let more = 0; more < 5; more++) sockets.push(await visit("/page"));
    writeFileSync(${JSON.stringify(sent)}, "");
    for (const socket of sockets) console.log((await text(socket)).slice(9, 12));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", visitors]);
  expect(stdout).toBe("200\n".repeat(6));
});
