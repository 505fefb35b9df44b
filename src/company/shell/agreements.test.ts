import { expect, test } from "vitest";
import { adoptFacts } from "#company/facts/facts.ts";
import { seedFacts } from "#company/facts/seed.ts";
import { findVersionOf, recordOf, shownNow } from "./agreements.ts";

test("the version of a stored agreement is found after the company has changed its name", () => {
  const facts = seedFacts();
  adoptFacts(facts);
  const record = recordOf("booking", shownNow());
  adoptFacts({ ...facts, company: { ...facts.company, name: "Another Name" } });
  expect(findVersionOf(record)).toBe("2026-11");
  expect(findVersionOf(recordOf("booking", shownNow()))).toBe("2026-11");
  expect(findVersionOf(`${record} And more.`)).toBeUndefined();
  expect(findVersionOf(record.replace(facts.company.name, ""))).toBeUndefined();
});

test("words of the owner that name no company are found too", () => {
  const facts = seedFacts();
  const words = { ...facts.permissionWords, booking: "Call me. Or do not.", version: "site-7" };
  adoptFacts({ ...facts, permissionWords: words });
  const record = recordOf("booking", shownNow());
  expect(record).toBe("I agree to be contacted about my property. Call me. Or do not. See Privacy Policy and Terms.");
  expect(findVersionOf(record)).toBe("site-7");
  expect(findVersionOf(`${record} `)).toBeUndefined();
});
