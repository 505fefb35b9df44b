import { MutationObserver, type QueryKey, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { queryClient } from "./query-client.ts";

afterEach(() => queryClient.clear());

/** An open page with a query that follows another key. Returns how often it was loaded. */
async function openPage() {
  let asked = 0;
  const page = new QueryObserver(queryClient, {
    queryKey: ["above"],
    queryFn: async () => ++asked,
    meta: { follows: [["below"]] },
  });
  page.subscribe(() => {});
  await page.refetch({ cancelRefetch: false });
  return () => asked;
}

async function change(key: QueryKey) {
  await new MutationObserver(queryClient, { mutationFn: async () => {}, meta: { changes: [key] } }).mutate();
}

test("a page follows what it is made of, also where nothing else shows that", async () => {
  const asked = await openPage();
  await change(["below", "list"]);
  await expect.poll(asked).toBe(2);
});

test("what changes elsewhere is no reason to ask again", async () => {
  const asked = await openPage();
  await change(["beside"]);
  expect(asked()).toBe(1);
});
