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

test("a query reloads when a key it follows changes, even without another observer", async () => {
  const asked = await openPage();
  await change(["below", "list"]);
  await expect.poll(asked).toBe(2);
});

test("a first read that a change overtakes is begun again, and its late answer is not shown", async () => {
  const begun: ((answer: string) => void)[] = [];
  const page = new QueryObserver(queryClient, {
    queryKey: ["list"],
    queryFn: () => new Promise<string>((resolve) => begun.push(resolve)),
  });
  page.subscribe(() => {});
  await change(["list"]);
  await expect.poll(() => begun.length).toBe(2);
  begun[0]?.("before");
  begun[1]?.("after");
  await expect.poll(() => page.getCurrentResult().data).toBe("after");
});

test("a change of another key reloads nothing", async () => {
  const asked = await openPage();
  await change(["beside"]);
  expect(asked()).toBe(1);
});
