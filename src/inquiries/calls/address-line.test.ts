import { expect, test } from "vitest";
import { splitAddress } from "./address-line.ts";

test.each([
  ["12 Elm St, Springfield, IL 62704", ["12 Elm St", "Springfield", "IL", "62704"]],
  ["  12 Elm St , Springfield IL 62704-1234 ", ["12 Elm St", "Springfield", "IL", "62704-1234"]],
  ["12 Elm St, Apt 4, New York, New York 10001, USA", ["12 Elm St, Apt 4", "New York", "NY", "10001"]],
  ["12 Elm St, Springfield", ["12 Elm St", "Springfield", "", ""]],
  ["12 Elm St, Springfield, Illinois", ["12 Elm St", "Springfield", "IL", ""]],
  ["12 Elm St, Apt 4", ["12 Elm St, Apt 4", "", "", ""]],
  ["12 Elm St, IL 62704", ["12 Elm St", "", "IL", "62704"]],
  ["12 Elm Ct", ["12 Elm Ct", "", "", ""]],
  ["12 Elm Ct 62704", ["12 Elm Ct", "", "", "62704"]],
  ["62704", ["62704", "", "", ""]],
  ["", ["", "", "", ""]],
])("%j is split into its parts", (line, [street, city, state, zipCode]) => {
  expect(splitAddress(line)).toEqual({ street, city, state, zipCode });
});
