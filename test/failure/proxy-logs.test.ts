// The documented nginx in front of one process that answers and one that is gone.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startNginx } from "../programs/nginx.ts";
import { freePort } from "../programs/postgres.ts";

const TOKEN = "0123456789abcdefghjkmnpqrs";
const KEYS = [
  `/calendar/${TOKEN}.ics`,
  `/stop/${TOKEN}`,
  `/stop/${TOKEN}?channel=email`,
  `/Stop/${TOKEN}`,
  `//stop/${TOKEN}`,
  `/%73top/${TOKEN}`,
  `/api/stop/${TOKEN}`,
];

test("an address that is a key stands in no log of nginx, also where a process is gone or the body is too large", async ({
  skip,
}) => {
  const reached: string[] = [];
  const site = createServer((request, response) => {
    reached.push(`${request.method} ${request.url}`);
    request.resume().on("end", () => response.end());
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  onTestFinished(() => void site.close());
  const { port } = site.address() as AddressInfo;
  const nginx = (await startNginx([port, await freePort()])) ?? skip("nginx is not installed: apt-get install nginx");

  for (const path of KEYS) {
    for (const method of ["GET", "POST"]) {
      // One of two goes to the process that is gone, before nginx asks the other.
      for (let visit = 0; visit < 2; visit++)
        expect((await fetch(`${nginx.url}${path}`, { method })).status, `${method} ${path}`).toBe(200);
      expect(reached).toContain(`${method} ${path}`);
    }
    const tooLarge = await fetch(`${nginx.url}${path}`, { method: "POST", body: "x".repeat(9 * 1024 * 1024) });
    expect(tooLarge.status).toBe(413);
  }
  for (let visit = 0; visit < 2; visit++) await fetch(`${nginx.url}/about`);
  await expect.poll(() => nginx.readLogs().access).toMatch(/GET \/about .*\n.*GET \/about /s);
  const { access, error } = nginx.readLogs();
  expect(error).toContain("GET /about");
  expect(access + error).not.toContain(TOKEN);
});
