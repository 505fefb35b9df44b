import { expect, test } from "vitest";
import { containsAddress } from "./addresses-in-text.ts";

test("no text of any length takes long to look through", () => {
  for (const piece of ["a", " ", ".", "a.", "1.", ":", "www", "[", "( ", "a@", "@ ", "xn--", "a.b", "h", "ﷺ"]) {
    const started = performance.now();
    containsAddress(piece.repeat(64_000 / piece.length));
    expect(performance.now() - started, piece).toBeLessThan(1_500);
  }
});
