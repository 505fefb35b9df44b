import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { IMPORT_HEADING, rightRows } from "#test/import-files.ts";
import { newBooking, newCall } from "#test/people.ts";
import { publishFacts } from "#test/published.ts";
import { book } from "#test/requests.ts";
import { startSite, type TestSite } from "#test/server.ts";

const SHIPPED = { district: false, territories: false };

const houseIn = (state: string) => ({ street: "1 F Street", city: "Town", state, zipCode: "20001" });

async function start() {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const { call, session } = await addSignedIn(site);
  const check = async (url: string, file: string) => {
    const headers = { authorization: `Bearer ${session.accessToken}`, "content-type": "text/csv" };
    const answer = await site.app.inject({ method: "POST", url: `${url}?mode=check`, headers, payload: file });
    return JSON.stringify(answer.json().report?.problems ?? answer.json().fields);
  };
  return { site, call, check };
}

type Started = Awaited<ReturnType<typeof start>>;

const switchTo = (site: TestSite, states: Partial<typeof SHIPPED>) =>
  publishFacts(site, (facts) => ({ ...facts, states: { ...SHIPPED, ...states } }));

/** By form, call and the two kinds of files. */
async function taken({ site, call, check }: Started, state: string): Promise<boolean[]> {
  const booked = await book(site, { propertyAddress: houseIn(state), website: "a bot, so that no seat is taken" });
  const called = await call("POST", "/api/leads/calls", newCall({ property: houseIn(state) }));
  const bookings = IMPORT_HEADING + rightRows(1).slice(IMPORT_HEADING.length).replace(",IL,", `,${state},`);
  const leads = `Name,Email,State\nAda,ada@example.com,${state}`;
  const files = [await check("/api/bookings/import", bookings), await check("/api/leads/import", leads)];
  return [booked.statusCode === 201, called.statusCode === 201, ...files.map((problems) => problems === "[]")];
}

test("as shipped the fifty states are taken and no other; a switch adds the District of Columbia, another the territories", async () => {
  const started = await start();
  const all = [true, true, true, true];
  const none = [false, false, false, false];
  expect(await taken(started, "WY")).toEqual(all);
  for (const state of ["DC", "PR", "AP", "ON"]) expect(await taken(started, state), state).toEqual(none);
  await switchTo(started.site, { district: true });
  expect(await taken(started, "DC")).toEqual(all);
  expect(await taken(started, "PR")).toEqual(none);
  await switchTo(started.site, { territories: true });
  for (const state of ["PR", "GU", "VI", "AS", "MP"]) expect(await taken(started, state), state).toEqual(all);
  for (const state of ["DC", "FM"]) expect(await taken(started, state), state).toEqual(none);
  const refused = (await book(started.site, { propertyAddress: houseIn("DC") })).json();
  expect(refused.fields).toEqual({ "propertyAddress.state": "Please choose a state" });
});

test("what was entered keeps its state when it is switched off, in corrections and in leads", async () => {
  const { site, call } = await start();
  await switchTo(site, { district: true });
  const { bookingId } = (await book(site, { propertyAddress: houseIn("DC") })).json();
  const { booking } = (await call("GET", `/api/bookings/${bookingId}/details`)).json();
  await switchTo(site, {});
  const { firstName, lastName, email, phone } = newBooking();
  const correct = (street: string, state: string) => {
    const propertyAddress = { ...houseIn(state), street };
    const facts = { firstName, lastName, email, phone, propertyAddress };
    return call("PATCH", `/api/bookings/${bookingId}/correction`, facts);
  };
  expect((await correct("2 F Street", "DC")).statusCode).toBe(200);
  expect((await correct("2 F Street", "PR")).json().fields).toHaveProperty(["propertyAddress.state"]);
  const edit = (street: string, state: string) =>
    call("PATCH", `/api/leads/${booking.leadId}`, { property: { ...houseIn(state), street } });
  expect((await edit("3 F Street", "DC")).statusCode).toBe(200);
  expect((await edit("3 F Street", "GU")).json().fields).toHaveProperty(["property.state"]);
  expect((await edit("3 F Street", "MD")).statusCode).toBe(200);
});
