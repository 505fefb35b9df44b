// What staff look at all day needs one round of calls: none of them waits for another's answer.
import type { Page } from "@playwright/test";
import type { PeopleList } from "#deals/privacy/person.ts";
import { bookMeeting } from "../../programs/requests.ts";
import { adminSession, signInAsAdmin } from "../accounts.ts";
import { expect, test } from "../site.ts";

/** Answers nothing of the API before `release`; `asked` are the paths that have come until then, `after` those that came later. */
async function holdAnswers(page: Page) {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  const [asked, after] = [new Set<string>(), new Set<string>()];
  let isReleased = false;
  await page.route("**/api/**", async (route) => {
    (isReleased ? after : asked).add(new URL(route.request().url()).pathname);
    await released;
    await route.continue();
  });
  const release = () => {
    isReleased = true;
    resolve();
  };
  return { asked, after, release };
}

/** For the form of the log, and for the permissions that stand beside the person; the stream of changes belongs to no screen. */
const BESIDE = ["/api/closures", "/api/permissions/state", "/api/events"];
const OF_ALL_ADMIN = ["/api/site", "/api/system", "/api/removals/hold"];

test("day, board, list and person ask at once for all that their first screen shows", async ({ page, site }) => {
  test.setTimeout(60_000);
  await bookMeeting(site, { firstName: "Prompt", lastName: "Seller", email: "prompt@example.com" });
  const { accessToken } = await adminSession(site);
  const headers = { authorization: `Bearer ${accessToken}` };
  const found = await fetch(`${site.url}/api/people/search?search=prompt`, { headers });
  const { people } = (await found.json()) as PeopleList;
  const person = people[0]?._id;
  for (const [path, ...calls] of [
    ["/admin", "/api/day", "/api/bookings/stats", "/api/contact/admin/stats", "/api/users", ...OF_ALL_ADMIN],
    ["/admin/pipeline", "/api/leads/board"],
    ["/admin/pipeline?view=list", "/api/leads"],
    [`/admin/people/${person}`, `/api/people/${person}`],
  ] as const) {
    const { asked, after, release } = await holdAnswers(page);
    // A stream looks back a few seconds, so that it tells of the booking above and the list is read again.
    await page.route("**/api/events", () => {});
    await signInAsAdmin(page, site, path);
    await expect.poll(() => [...asked], `${path} asks before any answer`).toEqual(expect.arrayContaining([...calls]));
    release();
    await expect(page.getByText("Prompt Seller").first()).toBeVisible();
    expect(
      [...after].filter((one) => !BESIDE.includes(one)),
      `${path} asks after an answer`,
    ).toEqual([]);
    await page.goto("about:blank");
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
});
