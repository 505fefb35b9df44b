import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createApp } from "#platform/server/http/app.ts";
import { Listener } from "#platform/server/http/listener.ts";
import { NO_GUARDS } from "#test/server.ts";
import { refuseWritesWhileClosed, UPDATE_GATE, updateGate } from "./update-gate.ts";

test("a process that starts behind the gate reads, refuses to write, and is open once the gate is gone", async () => {
  const { folder, file } = gate();
  writeFileSync(file, "");
  const { app, gate: closed } = appBehind(folder);
  expect(await statuses(app)).toEqual([200, 503]);
  const refused = await app.inject({ method: "POST", url: "/things" });
  expect(refused.headers["retry-after"]).toBe("5");
  expect(refused.json()).toMatchObject({ code: "unavailable" });
  rmSync(file);
  await closed.opened;
  expect(await statuses(app)).toEqual([200, 201]);
  // It never closes again: a visitor may have written.
  writeFileSync(file, "");
  expect(await statuses(app)).toEqual([200, 201]);
});

test("a process that starts without the gate is open", async () => {
  const { folder } = gate();
  const { app, gate: open } = appBehind(folder);
  await open.opened;
  expect(await statuses(app)).toEqual([200, 201]);
});

function gate() {
  const folder = mkdtempSync(join(tmpdir(), "gate-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { folder, file: join(folder, UPDATE_GATE) };
}

function appBehind(folder: string) {
  const listener = new Listener({ isHttps: false }, () => false);
  const app = createApp({ logLevel: "silent", trustProxy: [], listener, guards: NO_GUARDS });
  onTestFinished(() => app.close());
  const gate = updateGate(folder);
  refuseWritesWhileClosed(app, gate);
  const config = { access: "public" as const };
  app.get("/things", { config }, async () => ({}));
  app.post("/things", { config }, async (_request, reply) => reply.status(201).send({}));
  return { app, gate };
}

async function statuses(app: ReturnType<typeof createApp>): Promise<number[]> {
  const answers = [await app.inject({ url: "/things" }), await app.inject({ method: "POST", url: "/things" })];
  return answers.map(({ statusCode }) => statusCode);
}
