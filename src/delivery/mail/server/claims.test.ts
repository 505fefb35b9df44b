import { expect, test } from "vitest";
import { newClaim } from "#platform/server/queue/queue.ts";
import { plansOf } from "#test/database/query-plans.ts";
import { startSite, type TestSite } from "#test/server.ts";
import { claimDueMail } from "./claims.ts";
import { enqueueMail } from "./store.ts";
import type { NewMail } from "./table.ts";

const HOUR_MS = 3_600_000;

test("with thousands of mails due and thousands that wait, the index names those to claim, without sorting", async () => {
  const site = await startSite();
  const now = site.clock.now();
  const late = new Date(now.getTime() - HOUR_MS);
  const later = new Date(now.getTime() + HOUR_MS);
  // Those to staff that are not due yet come first in the order of urgency.
  await enqueue(site, 3_000, { kind: "booking-overdue", dueAt: later });
  await enqueue(site, 3_000, { kind: "booking-confirmation", dueAt: late });
  await enqueue(site, 3_000, { kind: "booking-reminder", dueAt: late });
  const claim = await newClaim(site.database.presence, { now, leaseMs: HOUR_MS });

  const plans = await plansOf(site, "mails", async (trx) => {
    expect((await claimDueMail(trx, 5, claim)).map(({ kind }) => kind)).toEqual(Array(5).fill("booking-confirmation"));
  });
  // One for each of the first two ranks. The third query is the claim itself.
  const looks = plans.filter(({ query }) => query.startsWith("select"));
  expect(looks).toHaveLength(2);
  for (const { query, plan } of looks) {
    expect(plan, query).toContain("mails_due");
    expect(plan, query).not.toMatch(/sort|b-tree/i);
  }
});

test("the most urgent mail is claimed first, then the one that has been due for longest", async () => {
  const site = await startSite();
  const now = site.clock.now();
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  for (const [kind, minutes] of [
    ["booking-reminder", 60],
    ["booking-confirmation", 5],
    ["booking-confirmation", 50],
    ["booking-staff-notice", 1],
    ["booking-overdue", 2],
    ["booking-overdue", -1],
  ] as const)
    await enqueue(site, 1, { kind, recordId: `${minutes}`, dueAt: ago(minutes) });
  const claimed: string[] = [];
  for (const limit of [3, 5]) {
    const claim = await newClaim(site.database.presence, { now, leaseMs: HOUR_MS });
    const mails = await site.database.transaction((trx) => claimDueMail(trx, limit, claim));
    claimed.push(
      mails
        .map(({ record_id }) => Number(record_id))
        .sort((one, other) => one - other)
        .join(" "),
    );
  }
  expect(claimed).toEqual(["1 2 50", "5 60"]);
});

async function enqueue(
  { database, clock }: TestSite,
  count: number,
  mail: Omit<NewMail, "recordId"> & { recordId?: string },
): Promise<void> {
  const mails = Array.from({ length: count }, (_, index) => ({ recordId: `${mail.kind} ${index}`, ...mail }));
  for (let from = 0; from < count; from += 500)
    await database.transaction((trx) => enqueueMail(trx, mails.slice(from, from + 500), clock.now()));
}
