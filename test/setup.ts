// A test fails if the code writes to console.error.
import { afterEach, expect, vi } from "vitest";

const complaints = vi.spyOn(console, "error");

afterEach(() => {
  expect(complaints.mock.calls).toEqual([]);
  complaints.mockClear();
});
