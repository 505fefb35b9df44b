import { expect, test } from "vitest";
import { addSignedIn } from "../accounts.ts";
import { startSite } from "../server.ts";

const SNOWMAN = "%E2%98%83";

type Description = { paths: Record<string, Record<string, unknown>> };

test("an address with a character that no text has is answered like that of something unknown, on either database", async () => {
  const { call } = await addSignedIn(await startSite());
  const { paths } = (await call("GET", "/api/docs/json")).json<Description>();
  const addresses = Object.entries(paths).filter(([path]) => path.includes("{"));
  expect(addresses.length).toBeGreaterThan(20);
  for (const [path, operations] of addresses)
    for (const method of Object.keys(operations).map((name) => name.toUpperCase() as "GET")) {
      const answerFor = async (value: string) => {
        const body = method === "GET" ? undefined : {};
        const { statusCode, body: text } = await call(method, path.replaceAll(/\{\w+\}/g, value), body);
        return { statusCode, text };
      };
      expect(await answerFor("%00"), `${method} ${path}`).toEqual(await answerFor(SNOWMAN));
    }
});
