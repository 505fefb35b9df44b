import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { newCall } from "#test/people.ts";
import { bookMeeting, sendContactMessage } from "#test/requests.ts";
import { draftOffer } from "#test/sent-offers.ts";
import { databaseOf, startSite } from "#test/server.ts";

const NAME = "Zoë-Anaïs O’Shaughnessy-Wiśniewska de la Cruz y Montgomery-Smythe";
const HOUSE = {
  name: NAME,
  property: { street: "9 Oak Avenue", city: "Peoria", state: "IL", zipCode: "61602" },
  situation: "inherited",
  language: "Polski",
  askingCents: 21_000_000,
  owedCents: 9_000_050,
  occupants: "Her brother’s tenants",
  condition: "Roof leaks.\nFurnace from 1998.",
};

async function start() {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const admin = await addSignedIn(site);
  const { call } = admin;
  await sendContactMessage(site, { name: "Zoe", email: "zoe@example.com" });
  const [{ _id: id }] = (await call("GET", "/api/leads")).json().leads;
  const leadOf = async (leadId = id) => (await call("GET", `/api/leads/${leadId}`)).json().lead;
  const edit = (body: object, leadId = id) => call("PATCH", `/api/leads/${leadId}`, body);
  return { site, admin, call, id: id as string, leadOf, edit };
}

test("staff correct name and address and write down what they learn; search and the next inquiry find the house", async () => {
  const { site, call, id, leadOf, edit } = await start();
  expect((await edit(HOUSE)).json()).toMatchObject({ message: "Saved", lead: { version: 2 } });
  const { name, ...house } = HOUSE;
  expect(await leadOf()).toMatchObject({ ...house, person: { name } });
  for (const text of ["9 oak ave", "wisniewska"])
    expect((await call("GET", `/api/leads?search=${encodeURIComponent(text)}`)).json().leads, text).toHaveLength(1);
  await bookMeeting(site, { email: "zoe@example.com", propertyAddress: HOUSE.property });
  expect((await call("GET", "/api/leads")).json().leads).toMatchObject([{ _id: id, inquiries: 2 }]);
  // What is not given stays, and null or an empty text clears.
  await edit({ askingCents: null, language: "", property: { zipCode: "" } });
  const left = await leadOf();
  expect(left).toMatchObject({ owedCents: 9_000_050, property: { street: "9 Oak Avenue", state: "IL" } });
  for (const gone of ["askingCents", "language"]) expect(left).not.toHaveProperty(gone);
  expect(left.property).not.toHaveProperty("zipCode");
  const { version } = left;
  await edit({ property: { street: "9 Oak Avenue" }, owedCents: 9_000_050 });
  expect((await leadOf()).version).toBe(version);
  const { entries } = (await call("GET", "/api/audit-log?limit=100")).json();
  const told = entries.map(({ to = "" }: { to?: string }) => to);
  expect(told).toContain(
    "name, address, situation, language, asking price, mortgage and liens, who lives there, condition",
  );
  expect(told.join()).not.toMatch(/Oak|Roof/);
});

test("an address that staff wrote stays when an inquiry names a longer one", async () => {
  const { site, id, leadOf, edit } = await start();
  const property = { street: "9 Oak Avenue", city: "Peoria", state: "IL", zipCode: "" };
  await edit({ property });
  const shown = { street: "9 Oak Avenue", city: "Peoria", state: "IL" };
  await bookMeeting(site, { email: "zoe@example.com", propertyAddress: { ...property, zipCode: "61602" } });
  expect(await leadOf()).toMatchObject({ _id: id, property: shown, inquiries: 2 });
});

test("an address that staff wrote stays when a number is corrected in an inquiry, in one lead with the rest", async () => {
  const { site, call, edit } = await start();
  const propertyAddress = { street: "9 Oak St", city: "Peoria", state: "IL", zipCode: "61602" };
  for (const [email, meetingTime] of [
    ["one@example.com", "10:00 AM"],
    ["two@example.com", "2:00 PM"],
  ] as const) {
    const { id } = await bookMeeting(site, { email, propertyAddress, meetingTime });
    const { leadId, firstName, lastName, version } = (await call("GET", `/api/bookings/${id}/details`)).json().booking;
    if (email.startsWith("two")) await sendContactMessage(site, { email });
    await edit({ property: { street: "19 Oak St" }, owedCents: 0 }, leadId);
    const correction = { version, firstName, lastName, email, propertyAddress, phone: "217-555-0144" };
    expect((await call("PATCH", `/api/bookings/${id}/correction`, correction)).statusCode).toBe(200);
    const { lead } = (await call("GET", `/api/leads/${leadId}`)).json();
    expect(lead, email).toMatchObject({
      property: { ...propertyAddress, street: "19 Oak St" },
      owedCents: 0,
      person: { phone: "217-555-0144" },
      inquiries: email.startsWith("two") ? 2 : 1,
    });
    expect((await call("GET", `/api/bookings/${id}/details`)).json().booking.leadId).toBe(leadId);
  }
});

test("nonsense, an old version and an unknown lead are refused, and of two admins at once one wins", async () => {
  const { site, edit, leadOf } = await start();
  for (const [field, wrong] of Object.entries({
    name: { name: " " },
    "property.state": { property: { state: "XX" } },
    situation: { situation: "aliens" },
    askingCents: { askingCents: -1 },
    owedCents: { owedCents: 1.5 },
    condition: { condition: "x".repeat(1_001) },
  }))
    expect((await edit(wrong)).json().fields, field).toHaveProperty([field]);
  expect((await edit({ language: "x", version: 9 })).json()).toMatchObject({ code: "changed_meanwhile" });
  for (const id of ["0123456789abcdefghjkmnpqrs", "nobody"])
    expect((await edit({ language: "x" }, id)).statusCode).toBe(404);
  const other = await startSite({ env: { RATE_LIMIT: "off", ...databaseOf(site) } });
  const second = await addSignedIn(other, { email: "eli@example.com" });
  const { _id, version } = await leadOf();
  const answers = await Promise.all([
    edit({ occupants: "Tenants", version }),
    second.call("PATCH", `/api/leads/${_id}`, { occupants: "Nobody", version }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
});

test("of joined leads the house is one and each person keeps a name, and the offer shows what they ask and have to pay back", async () => {
  const { admin, call, id, leadOf, edit } = await start();
  const { leadId: heir } = (
    await call("POST", "/api/leads/calls", newCall({ name: "Jack", phone: "217-555-0177", reached: false }))
  ).json();
  await call("POST", `/api/leads/${id}/join`, { leadId: heir, role: "signer" });
  await edit({ name: "Jack Oduya", askingCents: 15_000_000, owedCents: 1 }, heir);
  expect(await leadOf()).toMatchObject({
    person: { name: "Zoe" },
    askingCents: 15_000_000,
    joined: [{ role: "signer", person: { name: "Jack Oduya" } }],
  });
  const draft = await draftOffer(admin, id);
  const { recipient } = (await call("GET", `/api/offers/${draft._id}`)).json();
  expect(recipient).toMatchObject({ askingCents: 15_000_000, owedCents: 1 });
  await call("POST", `/api/leads/${heir}/part`);
  expect(await leadOf(heir)).not.toHaveProperty("askingCents");
});
