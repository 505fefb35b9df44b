import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { bookMeeting } from "#test/requests.ts";
import { startSite } from "#test/server.ts";

/** Renée's meeting is on Wednesday at ten. */
const BEFORE = "2026-11-25T15:59:59.000Z";
const BEGUN = "2026-11-25T16:00:00.000Z";

async function start(now = BEGUN) {
  const site = await startSite();
  const { id } = await bookMeeting(site);
  site.clock.set(now);
  const { call, user } = await addSignedIn(site);
  const mark = (change: object) => call("PATCH", `/api/bookings/${id}/no-show`, change);
  const stage = async () => (await site.database.read.selectFrom("leads").select("stage").execute())[0]?.stage;
  const history = async () => (await call("GET", `/api/bookings/${id}/history`)).json().history;
  return { site, call, user, id, mark, stage, history };
}

test("a no-show cancels the meeting but keeps its seat, takes the lead back, and can be taken back itself", async () => {
  const { site, call, user, id, mark, stage, history } = await start();
  expect(await stage()).toBe("Meeting set");
  const noted = (await mark({ noShow: true, version: 1 })).json();
  expect(noted).toMatchObject({
    message: "No-show noted",
    booking: { status: "Cancelled", noShowAt: BEGUN, version: 2 },
  });
  expect(await stage()).toBe("Contacted");
  const [{ seat } = {}] = await site.database.read.selectFrom("meetings").select("seat").execute();
  expect(seat).toBe(0);
  expect((await call("GET", "/api/bookings/stats")).json()).toMatchObject({ scheduled: 0, cancelled: 1, noShows: 1 });
  expect((await call("GET", "/api/bookings/agenda")).json().meetings).toEqual([]);
  expect((await history())[0]).toMatchObject({ action: "changed", actor: user.email, to: "did not come" });
  expect((await mark({ noShow: true })).json().booking.version).toBe(2);
  const { bookings } = (await call("GET", "/api/bookings/list")).json();
  expect(bookings).toMatchObject([{ noShowAt: BEGUN }]);

  const back = (await mark({ noShow: false, version: 2 })).json();
  expect(back.booking).toMatchObject({ status: "Scheduled", version: 3 });
  expect(back.booking.noShowAt).toBeUndefined();
  expect(await stage()).toBe("Meeting set");
  expect((await call("GET", `/api/bookings/${id}/details`)).json().booking.noShowAt).toBeUndefined();
});

test("nobody can miss a meeting that has not begun or is cancelled, and an old page gets a conflict", async () => {
  const { site, call, id, mark } = await start(BEFORE);
  const early = await mark({ noShow: true });
  expect([early.statusCode, early.json().code]).toEqual([409, "not_begun"]);
  site.clock.set(BEGUN);
  expect((await mark({ noShow: true, version: 2 })).json()).toMatchObject({ code: "changed_meanwhile" });
  expect((await mark({})).statusCode).toBe(400);
  await call("PATCH", `/api/bookings/${id}/status`, { status: "Cancelled" });
  expect((await mark({ noShow: true })).json().code).toBe("not_begun");
});

test("what is enqueued about the meeting is withdrawn, and waits again when it was a mistake", async () => {
  const { site, mark } = await start();
  const waiting = async () => {
    const mails = site.database.read.selectFrom("mails").select("kind").where("state", "=", "waiting");
    return (await mails.orderBy("kind").execute()).map(({ kind }) => kind);
  };
  expect(await waiting()).toContain("booking-overdue");
  await mark({ noShow: true });
  expect(await waiting()).toEqual(["booking-staff-notice"]); // No mail to the visitor.
  await mark({ noShow: false });
  expect(await waiting()).toEqual(["booking-overdue", "booking-overdue", "booking-staff-notice"]);
});

test("another time, or that it was held after all, ends a no-show", async () => {
  const { call, id, mark, stage } = await start();
  await mark({ noShow: true });
  const moved = { status: "Rescheduled", meetingDate: "2026-11-30", meetingTime: "11:00 AM" };
  expect((await call("PATCH", `/api/bookings/${id}/status`, moved)).json().booking.noShowAt).toBeUndefined();
  expect(await stage()).toBe("Meeting set");
  const other = await start();
  await other.mark({ noShow: true });
  const held = await other.call("PATCH", `/api/bookings/${other.id}/status`, { status: "Completed" });
  expect(held.json().booking.noShowAt).toBeUndefined();
  expect(await other.stage()).toBe("Met");
});
