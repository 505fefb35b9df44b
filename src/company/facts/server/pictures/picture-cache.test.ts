import { expect, test } from "vitest";
import { PictureCache } from "./picture-cache.ts";

test("pictures that are shown often are read from the database once, and memory is bounded", async () => {
  const reads: string[] = [];
  const cache = new PictureCache(async (id) => {
    reads.push(id);
    return id === "unknown" ? undefined : Buffer.alloc(3 * 1024 * 1024);
  });
  for (const id of ["a", "b", "a", "unknown", "c", "a", "b", "unknown"]) await cache.find(id, "large");
  expect(reads).toEqual(["a", "b", "unknown", "c", "b", "unknown"]);
});
