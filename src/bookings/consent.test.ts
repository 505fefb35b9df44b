import { expect, test } from "vitest";
import { adoptFacts } from "#company/facts.ts";
import { seedFacts } from "#company/seed.ts";
import { CONSENT_VERSION, findConsentRecord, findConsentVersion } from "./consent.ts";

test("the version of a stored consent is found after the company has changed its name", () => {
  const facts = seedFacts();
  adoptFacts(facts);
  const record = findConsentRecord(CONSENT_VERSION) ?? "";
  adoptFacts({ ...facts, company: { ...facts.company, name: "Another Name" } });
  expect(findConsentVersion(record)).toBe(CONSENT_VERSION);
  expect(findConsentVersion(findConsentRecord(CONSENT_VERSION) ?? "")).toBe(CONSENT_VERSION);
  expect(findConsentVersion(`${record} And more.`)).toBeUndefined();
  expect(findConsentVersion(record.replace(facts.company.name, ""))).toBeUndefined();
});
