// Tests read the facts of a new site. A test fails if the code writes to console.error.
import { afterEach, expect, vi } from "vitest";
import { adoptFacts } from "#company/facts/facts.ts";
import { seedFacts } from "#company/facts/seed.ts";

adoptFacts(seedFacts());

const complaints = vi.spyOn(console, "error");

afterEach(() => {
  expect(complaints.mock.calls).toEqual([]);
  complaints.mockClear();
});
