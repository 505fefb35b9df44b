import { expect, test } from "vitest";
import { startSite } from "#test/server.ts";

test("a limit stands in the text of a query, so that its plan can be kept", async () => {
  const { database } = await startSite();
  const query = database.read.selectFrom("users").select("id").limit(3).offset(1).compile();
  expect(query.sql).toMatch(/limit 3 offset/);
  expect(query.parameters).toEqual([1]);
});
