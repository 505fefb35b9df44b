import { request } from "node:http";
import type { AddressInfo } from "node:net";
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
