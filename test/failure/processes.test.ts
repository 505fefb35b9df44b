import { expect, test } from "vitest";
import { aboveDatabase, isDrill } from "../drill.ts";
import { type SiteProcess, startProcess } from "../programs/processes.ts";
import { book, freeSlots, type Slot } from "../programs/requests.ts";
import { databaseEnvironment, emptyDatabaseEnvironment } from "../server.ts";
import { countBookings, listTornPermissions } from "../stored-bookings.ts";

const SLOW = { timeout: 120_000 };
const SLOTS = isDrill ? 100 : 30;
// Once in tests, twenty times in a drill.
const KILLS = Array.from({ length: isDrill ? 20 : 1 }, (_, round) => round + 1);

test("four processes that start at once on an empty database all come up", SLOW, async () => {
  const settings = await emptyDatabaseEnvironment();
  const sites = await Promise.all(Array.from({ length: 4 }, () => startProcess(settings)));
  for (const site of sites) expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
});

test("two processes, eight visitors at once on each of many slots: exactly one booking each", SLOW, async () => {
  const settings = await databaseEnvironment();
  const sites = await Promise.all([startProcess(settings), startProcess(settings)]);
  const slots = await freeSlots(sites[0], SLOTS);
  const statuses = await Promise.all(
    slots.flatMap((slot) =>
      Array.from({ length: 8 }, async (_, visitor) => {
        const site = sites[visitor % 2] as SiteProcess;
        return (await book(site, slot, { email: `visitor${visitor}@example.com` })).status;
      }),
    ),
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(SLOTS);
  expect(statuses.filter((status) => status === 409)).toHaveLength(7 * SLOTS);
  expect(await countBookings(settings)).toEqual({ bookings: SLOTS, slots: SLOTS });
});

test.for(KILLS)(
  "after kill -9 in the middle of many bookings every acknowledged one is there and whole (%i)",
  SLOW,
  async () => {
    const settings = await databaseEnvironment();
    const doomed = await startProcess(settings);
    const slots = await freeSlots(doomed, 200);
    const acknowledged: { id: string; slot: Slot }[] = [];
    const enough = Promise.withResolvers<void>();
    const posts = slots.map(async (slot, index) => {
      const answer = await book(doomed, slot, { email: `seller${index}@example.com` }).catch(() => undefined);
      if (answer?.status !== 201) return;
      const { bookingId } = (await answer.json().catch(() => ({}))) as { bookingId?: string };
      if (bookingId) acknowledged.push({ id: bookingId, slot });
      if (acknowledged.length === 20) enough.resolve();
    });
    await Promise.race([enough.promise, Promise.all(posts)]);
    await doomed.end("SIGKILL");
    await Promise.all(posts);

    const next = await startProcess(settings);
    expect(acknowledged.length).toBeGreaterThanOrEqual(20);
    for (const { id, slot } of acknowledged) {
      const { booking } = (await (await fetch(`${next.url}/api/bookings/${id}`)).json()) as { booking: object };
      expect(booking).toMatchObject({ _id: id, meetingDate: slot.date, meetingTime: slot.time, firstName: "Renée" });
      expect((await book(next, slot, { email: "late@example.com" })).status).toBe(409);
    }
    const counted = await countBookings(settings);
    expect(counted.bookings).toBe(counted.slots);
    // A booking and what was agreed to are written in one transaction.
    expect(await listTornPermissions(settings)).toEqual([]);
  },
);

aboveDatabase("a hundred writes at once to different slots all succeed", SLOW, async () => {
  const settings = await databaseEnvironment();
  const site = await startProcess(settings);
  const slots = await freeSlots(site, 100);
  const statuses = await Promise.all(
    slots.map(async (slot, index) => (await book(site, slot, { email: `p${index}@example.com` })).status),
  );
  expect(new Set(statuses)).toEqual(new Set([201]));
});
