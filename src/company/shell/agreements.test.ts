import { expect, test } from "vitest";
import { adoptFacts, currentFacts } from "#company/facts/facts.ts";
import { seedFacts } from "#company/facts/seed.ts";
import { findVersionOf, recordOf, shownNow } from "./agreements.ts";

test("the version of a stored agreement is found after the company has changed its name", () => {
  const facts = seedFacts();
  adoptFacts(facts);
  const record = recordOf("booking", shownNow(currentFacts()));
  adoptFacts({ ...facts, company: { ...facts.company, name: "Another Name" } });
  expect(findVersionOf(currentFacts(), record)).toBe("2026-11");
  expect(findVersionOf(currentFacts(), recordOf("booking", shownNow(currentFacts())))).toBe("2026-11");
  expect(findVersionOf(currentFacts(), `${record} And more.`)).toBeUndefined();
  expect(findVersionOf(currentFacts(), record.replace(facts.company.name, ""))).toBeUndefined();
});

test("words of the owner that name no company are found too", () => {
  const facts = seedFacts();
  const words = { ...facts.permissionWords, booking: "Call me. Or do not.", version: "site-7" };
  adoptFacts({ ...facts, permissionWords: words });
  const record = recordOf("booking", shownNow(currentFacts()));
  expect(record).toBe("I agree to be contacted about my property. Call me. Or do not. See Privacy Policy and Terms.");
  expect(findVersionOf(currentFacts(), record)).toBe("site-7");
  expect(findVersionOf(currentFacts(), `${record} `)).toBeUndefined();
});
