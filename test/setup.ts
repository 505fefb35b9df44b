// A test that makes the code complain has found something.
import { afterEach, expect, vi } from "vitest";

const complaints = vi.spyOn(console, "error");

afterEach(() => {
  expect(complaints.mock.calls).toEqual([]);
  complaints.mockClear();
});
