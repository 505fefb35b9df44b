import { expect, onTestFinished, test } from "vitest";
import { adoptFacts } from "#company/facts/facts.ts";
import { seedFacts } from "#company/facts/seed.ts";
import type { Letter } from "#delivery/mail/mail.ts";
import { renderHtml } from "./layout.ts";

const LETTER: Letter = {
  subject: "Your meeting",
  preheader: "It is booked",
  heading: "Your meeting",
  paragraphs: ["Hello"],
  details: [],
  link: { url: "https://example.com", label: "Change it" },
  closing: [],
  reason: "You booked a meeting.",
};

test("an e-mail has the company's colors, also when they change while the server runs", () => {
  onTestFinished(() => adoptFacts(seedFacts()));
  const shipped = renderHtml(LETTER);
  expect(shipped).toContain("#14524a");
  adoptFacts(Object.assign(seedFacts(), { accent: "plum" }));
  const plum = renderHtml(LETTER);
  expect(plum).toContain("#653064");
  expect(plum).not.toContain("#14524a");
  expect(plum).toMatch(/@media\(prefers-color-scheme:dark\)\{.*#e0aedd/);
});
