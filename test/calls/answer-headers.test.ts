// Headers of every answer, no matter what writes it: an endpoint, a page, Fastify, Node or a bare socket.
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { NOT_PAGES } from "#app/rendering/rendered-pages.ts";
import { createSite } from "#app/server.ts";
import { pictureUrl } from "#company/facts/pictures.ts";
import { PUBLIC_URL_TOKEN } from "#platform/page-file.ts";
import { servePages } from "#platform/server/http/pages.ts";
import { addSignedIn } from "../accounts.ts";
import { photo, uploadPicture } from "../pictures.ts";
import { startSite } from "../server.ts";
import { smallBuild } from "../small-build.ts";

const ANSWERS = {
  "a page": [get("/about"), 200],
  "a page asked for by HEAD": [get("/about").replace("GET", "HEAD"), 200],
  "a page that is known": [get("/about", 'If-None-Match: "%about%"'), 304],
  "the not-found page": [get("/nothing"), 404],
  "an asset": [get("/assets/site-abc.js"), 200],
  "robots.txt": [get("/robots.txt"), 200],
  "a well-known file": [get("/.well-known/gpc.json"), 200],
  "a redirect to a page": [get("/about/"), 308],
  "a redirect to a short link": [get("/GO/spring"), 308],
  "a short link": [get("/go/spring"), 302],
  "a short link that nobody knows": [get("/go/winter"), 404],
  "a picture": [get("%picture%"), 200],
  "a picture that nobody knows": [get("/pictures/none.webp"), 404],
  "the API": [get("/api/bookings/available-days"), 200],
  "the API's description": [get("/api/docs"), 200],
  "an export": [get("/api/bookings/export/csv", "Authorization: Bearer %token%"), 200],
  health: [get("/healthz"), 200],
  "no endpoint": [get("/api/nothing"), 404],
  "an address that cannot be read": [get("/api/%ff"), 404],
  "a form with mistakes": [post("/api/contact", "application/json", "{}"), 400],
  "no JSON": [post("/api/contact", "text/plain", "{}"), 415],
  "a body that is too large": [post("/api/contact", "application/json", `"${"x".repeat(70_000)}"`), 413],
  "a caller who is not signed in": [get("/api/users"), 401],
  "a method that nobody knows": ["PROPFIND /api/users HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404],
  "no host": ["GET /about HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
  "an expectation that nobody knows": [get("/about", "Expect: a miracle"), 417],
  "no HTTP": ["NONSENSE\r\n\r\n", 400],
  "a head that is too long": [get("/about", `X-Long: ${"x".repeat(40_000)}`), 431],
} as const;

for (const [publicUrl, transportSecurity] of [
  ["https://homes.example.com", "max-age=31536000; includeSubDomains"],
  ["http://homes.example.com", undefined],
] as const)
  test(`every answer at ${publicUrl} carries the headers of every answer`, async () => {
    const { port, metricsPort, fill } = await start(publicUrl);
    for (const [what, [asked, status]] of Object.entries(ANSWERS)) {
      const answer = await ask(port, fill(asked));
      expect(answer.status, what).toBe(status);
      expect(answer.headers.get("x-content-type-options"), what).toBe("nosniff");
      expect(answer.headers.get("referrer-policy"), what).toMatch(/^(no-referrer|strict-origin-when-cross-origin)$/);
      expect(answer.headers.get("strict-transport-security"), what).toBe(transportSecurity);
    }
    for (const [asked, status] of [
      [get("/metrics"), 200],
      [get("/"), 404],
      ["NONSENSE\r\n\r\n", 400],
    ] as const) {
      const { headers, ...answer } = await ask(metricsPort, asked);
      expect(answer.status).toBe(status);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("strict-transport-security")).toBe(transportSecurity);
    }
  });

test("a redirect to a page keeps the referrer, and an answer of the API sends none", async () => {
  const { port } = await start("https://homes.example.com");
  const policyOf = async (asked: string) => (await ask(port, asked)).headers.get("referrer-policy");
  expect(await policyOf(get("/about"))).toBe("strict-origin-when-cross-origin");
  expect(await policyOf(get("/about/"))).toBe("strict-origin-when-cross-origin");
  expect(await policyOf(get("/api/bookings/available-days"))).toBe("no-referrer");
  expect(await policyOf(get("/nothing"))).toBe("no-referrer");
});

async function start(publicUrl: string) {
  const services = await startSite({ env: { PUBLIC_URL: publicUrl, METRICS_PORT: "0" } });
  const { session, call } = await addSignedIn(services);
  const link = {
    name: "spring",
    target: "/about",
    source: "postcard",
    medium: "mail",
    campaign: "spring",
    isRetired: false,
  };
  expect((await call("POST", "/api/campaigns/links", link)).statusCode).toBeLessThan(300);
  const picture = await uploadPicture({ ...services, session }, await photo(64, 64).jpeg().toBuffer());
  const address = pictureUrl(picture.json().picture.id, "small");
  const small = smallBuild();
  const pages = servePages({
    assets: small.assets,
    pages: small.pages,
    settings: { [PUBLIC_URL_TOKEN]: publicUrl },
    notPages: NOT_PAGES,
  });
  const { app, metrics, visits } = await createSite(services, pages);
  onTestFinished(async () => {
    await Promise.all([app.close(), metrics?.close()]);
    await visits.stop();
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const metricsPort = (await metrics?.listen({ port: 0, host: "127.0.0.1" })) ?? 0;
  const etag = (await ask(port, get("/about"))).headers.get("etag") ?? "";
  const fill = (asked: string) =>
    asked.replace('"%about%"', etag).replace("%token%", session.accessToken).replace("%picture%", address);
  return { port, metricsPort, fill };
}

function get(path: string, header?: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header ? `${header}\r\n` : ""}\r\n`;
}

function post(path: string, type: string, body: string): string {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;
  return `${head}Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Sent over a socket, because HTTP clients would refuse to send half of these. */
async function ask(port: number, text: string): Promise<{ status: number; headers: Map<string, string> }> {
  const socket = connect(port, "127.0.0.1");
  socket.write(text);
  let answer = "";
  for await (const chunk of socket) answer += chunk;
  const [first = "", ...lines] = (answer.split("\r\n\r\n")[0] ?? "").split("\r\n");
  const headers = new Map(
    lines.map((line) => line.split(/: ?(.*)/s, 2).map((part) => part.trim()) as [string, string]),
  );
  return { status: Number(first.split(" ")[1]), headers: new Map([...headers].map(([n, v]) => [n.toLowerCase(), v])) };
}
