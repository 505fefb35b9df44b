import { expect, onTestFinished, test, vi } from "vitest";
import { endpoints } from "#platform/server/endpoints.ts";
import { createApp } from "#platform/server/http/app.ts";
import { Listener } from "#platform/server/http/listener.ts";
import { answerOf } from "#platform/shapes.ts";
import { NO_GUARDS, testClock } from "#test/server.ts";

test("a call that redirects answers once, and the log says nothing", async () => {
  const listener = new Listener({ isHttps: false }, () => false);
  const app = createApp({ logLevel: "silent", trustProxy: [], listener, guards: NO_GUARDS });
  onTestFinished(() => app.close());
  const warned: unknown[] = [];
  app.addHook("onRequest", async ({ log }) => {
    for (const level of ["warn", "error"] as const)
      vi.spyOn(log, level).mockImplementation((line: unknown) => warned.push(line));
  });
  const clock = testClock("2026-11-20T15:00:00.000Z");
  app.register(
    endpoints({ access: "public", clock }, (api) => {
      api.post("/asked", {
        summary: "Lead on to a page",
        created: answerOf({}),
        message: "Asked",
        handle: ({ reply }) => reply.redirect("/thanks", 303) as never,
      });
    }),
  );
  const answer = await app.inject({ method: "POST", url: "/asked" });
  expect([answer.statusCode, answer.headers.location, answer.body]).toEqual([303, "/thanks", ""]);
  // The handler goes on once the answer is sent.
  await app.close();
  expect(warned).toEqual([]);
});
