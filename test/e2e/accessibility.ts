// What holds of whatever is shown, in the light and in the dark.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./site.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Expects no fault by any rule. The other look differs in its colors alone, so that it is held to the rule of contrast. */
export async function expectAccessible(page: Page, place = page.url()): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const [look, other] = isDark ? (["dark", "light"] as const) : (["light", "dark"] as const);
  await page.emulateMedia({ colorScheme: look, reducedMotion: "reduce" });
  await expectNoFault(page, `${place}, ${look}`, (axe) => axe.withTags(TAGS), ["target-size", "color-contrast"]);
  await page.emulateMedia({ colorScheme: other });
  await expectNoFault(page, `${place}, ${other}`, (axe) => axe.withRules("color-contrast"), ["color-contrast"]);
  await page.emulateMedia({ colorScheme: look });
}

async function expectNoFault(
  page: Page,
  place: string,
  choose: (axe: AxeBuilder) => AxeBuilder,
  rules: readonly string[],
): Promise<void> {
  const axe = choose(new AxeBuilder({ page }));
  // Without frames axe needs no page of its own to put its findings together.
  if (page.frames().length === 1) axe.setLegacyMode();
  const { violations, passes, incomplete } = await axe.analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`),
    place,
  ).toEqual([]);
  expect(
    [...passes, ...incomplete].map(({ id }) => id),
    place,
  ).toEqual(expect.arrayContaining([...rules]));
}
