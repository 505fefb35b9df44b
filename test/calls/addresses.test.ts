import { expect, test } from "vitest";
import { addSignedIn } from "../accounts.ts";
import { startSite } from "../server.ts";

type Description = { paths: Record<string, Record<string, unknown>> };

test("an address with a character that no text has is not found, on either database", async () => {
  const { call } = await addSignedIn(await startSite());
  const { paths } = (await call("GET", "/api/docs/json")).json<Description>();
  const addresses = Object.entries(paths).filter(([path]) => path.includes("{"));
  expect(addresses.length).toBeGreaterThan(20);
  for (const [path, operations] of addresses)
    for (const method of Object.keys(operations).map((name) => name.toUpperCase() as "GET")) {
      const { statusCode } = await call(method, path.replaceAll(/\{\w+\}/g, "%00"), method === "GET" ? undefined : {});
      expect(statusCode, `${method} ${path}`).toBe(404);
    }
});
