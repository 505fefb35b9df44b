import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { smallBuild } from "#test/small-build.ts";
import { servePages } from "./pages.ts";

test("a build that is replaced while the site runs breaks no open page", async () => {
  const { folder, ...small } = smallBuild();
  const serve = servePages({
    ...small,
    settings: { "https://public-url.invalid": "https://example.com" },
  });
  const server = createServer((request, response) => void serve(request, response)).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  rmSync(folder, { recursive: true });

  const { port } = server.address() as AddressInfo;
  for (const encoding of ["br", "gzip", "identity"]) {
    const headers = { "accept-encoding": encoding };
    const script = await fetch(`http://127.0.0.1:${port}/assets/site-abc.js`, { headers });
    expect(script.status, encoding).toBe(200);
    expect(await script.text(), encoding).toBe("lit();");
    expect((await fetch(`http://127.0.0.1:${port}/nowhere`, { headers })).status, encoding).toBe(404);
  }
});

test("a short link goes to its route, however it is typed; any other path gets the not-found page", async () => {
  const { assets, pages } = smallBuild();
  const serve = servePages({
    assets,
    pages,
    settings: { "https://public-url.invalid": "https://example.com" },
  });
  const server = createServer((request, response) => {
    if (!serve(request, response)) serve.notFound?.(request, response);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual" });
  for (const [typed, known] of [
    ["/GO/Spring", "/go/Spring"],
    ["/go/spring/", "/go/spring"],
    ["/Go/spring/?a=b", "/go/spring"],
  ] as const) {
    const answer = await get(typed);
    expect([answer.status, answer.headers.get("location")], typed).toEqual([308, known]);
  }
  for (const path of ["/go/spring", "/go/", "/go", "/go/a/b", "/going"]) {
    const answer = await get(path);
    expect(answer.status, path).toBe(404);
    expect(await answer.text(), path).toContain("Not here");
  }
  const declared = await get("/.well-known/gpc.json");
  expect(declared.headers.get("content-type")).toContain("application/json");
  expect(await declared.json()).toEqual({ gpc: true });
});

test("a former address leads to the present one, or says that the page was taken down, and no browser keeps either", async () => {
  const { assets, pages } = smallBuild();
  const serve = servePages({ assets, pages, settings: { "https://public-url.invalid": "https://example.com" } });
  const server = createServer((request, response) => void serve(request, response)).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual" });
  for (const [typed, known] of [
    ["/team", "/about"],
    ["/team/?a=b", "/about?a=b"],
  ] as const) {
    const { status, headers } = await get(typed);
    expect([status, headers.get("location"), headers.get("cache-control")], typed).toEqual([301, known, "no-cache"]);
  }
  for (const path of ["/jobs", "/jobs/", "/jobs?a=b"]) {
    const answer = await get(path);
    expect([answer.status, answer.headers.get("cache-control")], path).toEqual([410, "no-cache"]);
    expect(await answer.text(), path).toContain("Gone");
  }
  for (const path of ["/410", "/Team", "/team/x", "/%74eam", "/.moved.json", "/__proto__", "/constructor"])
    expect((await get(path)).status, path).toBe(404);
});
