// Checks for any page or dialog, in both themes.
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";
import axe from "axe-core";
import { expect } from "./site.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Expects no violation of any rule. The other theme differs only in colours, so only contrast is checked there. */
export async function expectAccessible(page: Page, place = page.url()): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const [look, other] = isDark ? (["dark", "light"] as const) : (["light", "dark"] as const);
  await page.emulateMedia({ colorScheme: look, reducedMotion: "reduce" });
  await expectDrawnIcons(page, place);
  await expectNoFault(page, `${place}, ${look}`, TAGS, ["target-size", "color-contrast"]);
  await page.emulateMedia({ colorScheme: other });
  await expectNoFault(page, `${place}, ${other}`, ["color-contrast"], ["color-contrast"]);
  await page.emulateMedia({ colorScheme: look });
}

/** An icon is a mask: without its rule in the page's style sheet it would be a filled square. */
async function expectDrawnIcons(page: Page, place: string): Promise<void> {
  // Found and read in one turn of the page: an icon that leaves between the two would have no style.
  const plain = await page.evaluate(() =>
    [...document.querySelectorAll(".icon")]
      .filter((icon) => !getComputedStyle(icon).maskImage.includes("url("))
      .map((icon) => icon.className),
  );
  expect(plain, `${place}: icons without a drawing`).toEqual([]);
}

/** Presses Tab until an element that matches has the focus. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
  }
  throw new Error(`Tab never reached ${selector}`);
}

/** `runOnly` are tags of axe, or names of its rules. `rules` must have run, or axe has checked nothing. */
async function expectNoFault(
  page: Page,
  place: string,
  runOnly: readonly string[],
  rules: readonly string[],
): Promise<void> {
  // Loading axe takes as long as a check, so a page that is checked again keeps it.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  // Of what passes only the name is read, so axe need not describe every element that does.
  const { violations, passes, incomplete } = await page.evaluate<AxeResults, object>(
    (options) => (window as unknown as { axe: typeof axe }).axe.run(options),
    { runOnly, resultTypes: ["violations"] },
  );
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`),
    place,
  ).toEqual([]);
  expect(
    [...passes, ...incomplete].map(({ id }) => id),
    place,
  ).toEqual(expect.arrayContaining([...rules]));
}
