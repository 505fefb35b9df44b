// A stranger who gives the address and number of a known person learns nothing of them, and changes nothing that they see.
import { expect, test } from "vitest";
import { addSignedIn } from "../accounts.ts";
import { newCall } from "../people.ts";
import { bookMeeting, post, sendContactMessage } from "../requests.ts";
import { sentMails, startSiteWithMail, type TestSite } from "../server.ts";

const EMAIL = "renee@example.com";
const PHONE = "(217) 555-0142";
const ENV = { STAFF_EMAIL: "staff@porchlight.example" };
/** Renée has two meetings of her own, and one person may have no more than the stranger's two beside them. */
const STRANGER = {
  firstName: "Sam",
  lastName: "Stránský",
  email: "Renee@Example.com",
  phone: PHONE,
  propertyAddress: { street: "9 Nightjar Lane", city: "Barre", state: "VT", zipCode: "05641" },
  currentSituation: "divorce",
  additionalInfo: undefined,
  meetingType: "phone",
  meetingTime: "2:00 PM",
};
const FROM_ELSEWHERE = { remoteAddress: "198.51.100.9" };
/** Words of Renée's inquiries and of what staff know of her, none of which the stranger has typed. */
const HERS = /Ren[ée]e(?!@)|Brien|Elm|roof|mother|Aunt|inherited/i;

type Start = Awaited<ReturnType<typeof start>>;

async function start() {
  const { site, smtp } = await startSiteWithMail({ env: ENV });
  return { site, smtp, admin: await addSignedIn(site) };
}

/** Meetings, a message, a call and a note of Renée. */
async function addRenee({ site, smtp, admin }: Start) {
  const meeting = await bookMeeting(site);
  const other = await bookMeeting(site, { meetingTime: "11:30 AM" });
  await sendContactMessage(site, { name: "Renée", email: EMAIL, phone: PHONE, message: "The roof leaks." });
  const entered = await admin.call(
    "POST",
    "/api/leads/calls",
    newCall({ name: "Renée O'Brien", email: EMAIL, phone: PHONE, said: "Aunt Ida signs too." }),
  );
  expect(entered.statusCode, entered.body).toBe(201);
  const mails = await sentMails({ site, smtp });
  expect(mails.length).toBeGreaterThan(3);
  return { meeting, other };
}

/** Everything that the stranger is shown and mailed: by the form, the message, a call that a program enters, and later. */
async function actAsStranger({ site, smtp, admin }: Start): Promise<string[]> {
  const seen: string[] = [];
  const keep = (label: string, text: string) => void seen.push(`${label} ${withoutIds(text)}`);
  const keepMails = async (label: string) => {
    const mails = (await sentMails({ site, smtp })).filter(({ to }) => to !== ENV.STAFF_EMAIL);
    for (const { to, subject, text } of mails) keep(label, `${to.toLowerCase()} ${subject}\n${text}`);
    return mails.length;
  };
  const { id, token, ...answer } = await bookMeeting(site, STRANGER, FROM_ELSEWHERE);
  keep("booked", JSON.stringify(answer));
  await keepMails("booked");
  const shown = async () => {
    keep("public", await read(site, `/api/bookings/${id}`));
    keep("invite", await read(site, `/api/bookings/${id}/invite.ics`));
    keep("manage", (await post(site, "/api/manage-meeting/look-up", { token })).body);
  };
  await shown();
  await sendContactMessage(site, { name: "Sam", email: EMAIL, phone: PHONE, message: "Call me." }, FROM_ELSEWHERE);
  await keepMails("written");
  const form = { name: "Answering service", scope: "write-leads", endsOn: "2026-12-31" };
  const key = (await admin.call("POST", "/api/keys", form)).json().token;
  const called = await site.app.inject({
    method: "POST",
    url: "/api/leads/calls",
    headers: { authorization: `Bearer ${key}` },
    payload: newCall({
      name: "Sam Stránský",
      email: EMAIL,
      phone: PHONE,
      property: { state: "VT" },
      situation: "divorce",
      reached: undefined,
      meeting: { ...MEETING, meetingTime: "3:30 PM" },
    }),
  });
  expect(called.statusCode, called.body).toBe(201);
  await keepMails("called");
  const moved = { token, sequence: 0, meetingDate: "2026-12-01", meetingTime: "2:30 PM" };
  keep("moved", (await post(site, "/api/manage-meeting/move", moved)).body);
  await keepMails("moved");
  await shown();
  // The time of the reminders.
  site.clock.set("2026-11-30T22:00:00.000Z");
  await keepMails("reminded");
  keep("cancelled", (await post(site, "/api/manage-meeting/cancel", { token, sequence: 1 })).body);
  await keepMails("cancelled");
  await shown();
  return seen;
}

const MEETING = {
  meetingDate: "2026-11-25",
  meetingType: "phone",
  propertyType: "single-family",
  timeframeToSell: "asap",
};

const read = async ({ app }: TestSite, path: string) => (await app.inject(path)).body;

/** Ids, tokens and keys differ from site to site, and so do references, which are the beginning of an id. */
function withoutIds(text: string): string {
  return text
    .replaceAll("\r\n ", "")
    .replace(/[\w.-]{20,}/g, "…")
    .replace(/\b[A-Z0-9]{4}-[A-Z0-9]{4}\b/g, "…");
}

test("with a known person's address and number a stranger gets the answers of an unknown one", async () => {
  const known = await start();
  await addRenee(known);
  const [seen, alone] = [await actAsStranger(known), await actAsStranger(await start())];
  expect(seen.filter((text) => !text.startsWith("reminded"))).toEqual(
    alone.filter((text) => !text.startsWith("reminded")),
  );
  // Her own reminders go to the same mailbox.
  const reminded = seen.filter((text) => text.startsWith("reminded"));
  for (const text of alone.filter((text) => text.startsWith("reminded"))) expect(reminded).toContain(text);
  for (const text of seen.filter((text) => !reminded.includes(text))) expect(text).not.toMatch(HERS);
});

test("what a stranger does with her address and number changes nothing that she is shown or mailed", async () => {
  const hers = async (withStranger: boolean) => {
    const { site, smtp, admin } = await start();
    const { meeting, other } = await addRenee({ site, smtp, admin });
    if (withStranger) await actAsStranger({ site, smtp, admin });
    site.clock.set("2026-11-30T22:00:00.000Z");
    await sentMails({ site, smtp });
    const seen: string[] = [];
    for (const { id, token } of [meeting, other]) {
      for (const path of [`/api/bookings/${id}`, `/api/bookings/${id}/invite.ics`]) seen.push(await read(site, path));
      seen.push((await post(site, "/api/manage-meeting/look-up", { token })).body);
    }
    const moved = { token: other.token, sequence: 0, meetingDate: "2026-12-02", meetingTime: "9:00 AM" };
    seen.push((await post(site, "/api/manage-meeting/move", moved)).body);
    for (const { subject, text } of await sentMails({ site, smtp })) seen.push(`${subject}\n${text}`);
    return seen.map(withoutIds);
  };
  const [alone, beside] = [await hers(false), await hers(true)];
  expect(beside).toEqual(alone);
  expect(alone.join("\n")).toContain("1422 Elm Street");
  expect(beside.join("\n")).not.toMatch(/Nightjar|Strán|Sam\b/);
});
