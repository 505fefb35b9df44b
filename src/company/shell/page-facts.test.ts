import { expect, test } from "vitest";
import type { Facts } from "#company/facts/schema.ts";
import { seedFacts } from "#company/facts/seed.ts";
import { factsOfApp, factsOfVisitors } from "./page-facts.ts";

const HIDDEN = {
  state: "hidden",
  source: "our books",
  confirmedBy: "ana@night-owl.example",
  confirmedAt: "2026-11-01",
} as const;

test("what a page carries for its scripts holds nothing hidden, no staff address and no long text", () => {
  const seed = seedFacts();
  const facts: Facts = {
    ...seed,
    staffEmails: ["staff@night-owl.example"],
    meetings: { ...seed.meetings, videoLink: "company", companyLink: "https://video.example/night-owl" },
    claims: { ...seed.claims, phone: HIDDEN, address: HIDDEN },
    figures: {
      ...seed.figures,
      cashOffers: { ...seed.figures.cashOffers, claim: { ...HIDDEN, state: "confirmed" } },
      homesPurchased: { ...seed.figures.homesPurchased, claim: HIDDEN },
    },
    team: seed.team.map((person) => ({ ...person, claim: HIDDEN })),
  };
  for (const [given, most] of [
    [factsOfVisitors(facts), 3_000],
    // The preview of an offer shows the company's words.
    [factsOfApp(facts), 4_500],
  ] as const) {
    const json = JSON.stringify(given);
    for (const secret of [
      ...[
        "night-owl",
        "our books",
        "2026-11-01",
        facts.company.phone,
        facts.company.address.street,
        "39.80172",
        "500+",
      ],
      ...[facts.story, facts.privacy, facts.terms, facts.accessibility, facts.questions[0]?.answer ?? ""].map((text) =>
        text.slice(0, 40),
      ),
      ...seed.team.map(({ name }) => name),
    ])
      expect(json).not.toContain(secret);
    expect(json).toContain(facts.company.email);
    expect(json.length).toBeLessThan(most);
  }
});
