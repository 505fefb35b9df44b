import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { findPart, header, parseMime } from "#test/mime.ts";
import { book, bookMeeting, post, sendContactMessage } from "#test/requests.ts";
import { FRIDAY_MORNING, startSiteWithMail } from "#test/server.ts";

const ENV = { RATE_LIMIT: "off", ACCESS_TOKEN_SECONDS: "86400" };
const HOURS = "Calls are made Mon-Fri 9:00 AM-6:00 PM, Sat 10:00 AM-4:00 PM (Central Time).";

/** Eleven people have written since nine, and `prompt` of the last ten heard from Ana within eight minutes. */
async function start({ prompt, name = "Ana Núñez-O'Brien" }: { prompt: number; name?: string }) {
  const { site, smtp } = await startSiteWithMail({ env: ENV });
  const ana = await addSignedIn(site);
  expect((await ana.call("PATCH", "/api/account", { name })).statusCode).toBe(200);
  for (let person = 0; person <= 10; person++) {
    await sendContactMessage(site, { name: `Person ${person}`, email: `person${person}@example.com` });
    const [line] = (await ana.call("GET", "/api/day")).json().waiting.lines.slice(-1);
    site.clock.advance(person <= prompt ? 8 * 60 : 20 * 60);
    await ana.call("POST", `/api/leads/${line.lead._id}/log`, { channel: "call", outcome: "no-answer" });
  }
  const ask = async (changes: object = {}) =>
    (await post(site, "/api/call-backs", { phone: "217 555 0199", ...changes })).json();
  const confirmation = async (id: string) => (await site.app.inject(`/api/bookings/${id}`)).json();
  const letter = async () => {
    smtp.mails.splice(0);
    await site.site.mail.sendDue();
    const found = smtp.mails.map(({ raw }) => parseMime(raw));
    const mail = found.find((one) => header(one, "subject").startsWith("Your meeting"));
    return mail ? findPart(mail, "text/plain").text.replace(/\s+/g, " ") : "";
  };
  return { site, ana, ask, confirmation, letter };
}

const within = (site: { clock: { now(): Date } }, minutes: number) =>
  new Date(site.clock.now().getTime() + minutes * 60_000).toISOString();

test("eight of ten prompt waits name a person and a time, on page, call-back and mail alike", async () => {
  const { site, ask, confirmation, letter } = await start({ prompt: 8 });
  const by = within(site, 10);
  const { id } = await bookMeeting(site);
  expect(await confirmation(id)).toMatchObject({
    promise: { name: "Ana", by },
    calls: expect.stringMatching(/^Ana calls you by Fri/),
  });
  const asked = await ask();
  expect(asked.promise).toMatchObject({ name: "Ana", by });
  expect(asked.message).toMatch(/^Thank you\. Ana calls \(217\) 555-0199 by Fri, Nov 20 at .* CT\.$/);
  expect(asked.promise.late).toMatch(/^This is late: Ana was to call you by .* please call \(555\) 010-0199\.$/);
  expect(JSON.stringify([asked, await confirmation(id)])).not.toMatch(/Núñez|O'Brien|dana@/);
  site.clock.advance(60);
  expect(await letter()).toMatch(/Ana calls you by Fri, Nov 20 at /);
});

test("seven of ten are too few for that time: a longer one is named, which ten of ten kept", async () => {
  const { site, ask, confirmation, letter } = await start({ prompt: 7 });
  const { id } = await bookMeeting(site);
  const { promise } = await confirmation(id);
  // The slower ones took twenty minutes.
  expect(promise).toEqual({ name: "Ana", by: within(site, 30) });
  expect((await ask()).message).toContain("Ana calls");
  expect(await letter()).toContain("Ana calls you by");
});

test("while nobody is on duty, or without a name, only the hours are named", async () => {
  const { site, ana, ask, confirmation, letter } = await start({ prompt: 10 });
  await ana.call("PUT", "/api/roster/day-off", { off: true });
  const { id } = await bookMeeting(site);
  expect((await confirmation(id)).promise).toBeUndefined();
  expect((await confirmation(id)).calls).toBe(HOURS);
  expect(await ask()).not.toHaveProperty("promise");
  expect((await ask()).message).toBe(`Thank you. A person calls (217) 555-0199 as soon as one is free. ${HOURS}`);
  expect(await letter()).toContain(HOURS);
  await ana.call("PUT", "/api/roster/day-off", { off: false });
  expect(await ask()).toHaveProperty("promise");
  expect(await ask({ when: "tomorrow morning" })).not.toHaveProperty("promise");
  await ana.call("PATCH", "/api/account", { name: "" });
  expect(await ask()).not.toHaveProperty("promise");
});

test("with nine waits behind it, or three of ten over an hour, a site names only the hours", async () => {
  const { site, smtp } = await startSiteWithMail({ env: ENV });
  expect(smtp.mails).toEqual([]);
  const ana = await addSignedIn(site);
  await ana.call("PATCH", "/api/account", { name: "Ana" });
  const ask = async () => (await post(site, "/api/call-backs", { phone: "217 555 0199" })).json();
  const answerOne = async (person: string, minutes: number) => {
    await sendContactMessage(site, { name: person, email: `${person}@example.com` });
    const [line] = (await ana.call("GET", "/api/day")).json().waiting.lines.slice(-1);
    site.clock.advance(minutes * 60);
    await ana.call("POST", `/api/leads/${line.lead._id}/log`, { channel: "call", outcome: "reached" });
    site.clock.advance(1);
  };
  for (const minutes of [61, 61, 61, 1, 1, 1, 1, 1, 1]) await answerOne(`p${site.clock.now().getTime()}`, minutes);
  expect(await ask()).not.toHaveProperty("promise");
  site.clock.advance(1);
  const [line] = (await ana.call("GET", "/api/day")).json().waiting.lines;
  await ana.call("POST", `/api/leads/${line.lead._id}/log`, { channel: "call", outcome: "reached" });
  site.clock.advance(1);
  expect(await ask()).not.toHaveProperty("promise");
  // The first of the slow ones is not among the last ten any more.
  await answerOne("eleventh", 1);
  expect(await ask()).toMatchObject({ promise: { name: "Ana" } });
});

test("a promise ends with the first outcome; while it is late it stands, so that the page can say so", async () => {
  const { site, ana, confirmation, letter } = await start({ prompt: 10 });
  const { id } = await bookMeeting(site);
  const { promise } = await confirmation(id);
  site.clock.advance(11 * 60);
  expect((await confirmation(id)).promise).toEqual(promise);
  expect((await confirmation(id)).calls).toMatch(
    /^This is late: Ana was to call you by .* please call \(555\) 010-0199\.$/,
  );
  expect(await letter()).toContain("This is late: Ana was to call you by");
  const { leadId } = (await ana.call("GET", `/api/bookings/${id}/details`)).json().booking;
  await ana.call("POST", `/api/leads/${leadId}/log`, { channel: "call", outcome: "left-message" });
  expect((await confirmation(id)).promise).toBeUndefined();
});

test("a promise ends with the first outcome at the lead with which its own was joined", async () => {
  const { site, ana, confirmation } = await start({ prompt: 10 });
  const { id } = await bookMeeting(site);
  await sendContactMessage(site, { name: "Zoë Núñez", email: "zoe@example.com" });
  expect((await confirmation(id)).promise).toBeDefined();
  const { leadId } = (await ana.call("GET", `/api/bookings/${id}/details`)).json().booking;
  const [{ lead: whole }] = (await ana.call("GET", "/api/day")).json().waiting.lines.slice(-1);
  const joined = await ana.call("POST", `/api/leads/${leadId}/join`, { leadId: whole._id });
  expect(joined.statusCode, joined.body).toBe(200);
  await ana.call("POST", `/api/leads/${whole._id}/log`, { channel: "call", outcome: "no-answer" });
  expect((await confirmation(id)).promise).toBeUndefined();
});

test("the answer says nothing of whether a person or number is known", async () => {
  const { site, ask } = await start({ prompt: 10 });
  const first = await ask({ phone: "217 555 0177" });
  expect(await ask({ phone: "217 555 0177" })).toEqual(first);
  const trap = await ask({ phone: "217 555 0177", website: "https://spam.example" });
  expect(trap).toEqual(first);
  expect((await book(site)).json()).not.toHaveProperty("promise");
});

test("per person and week: how many were taken, how soon the first outcome came, and the share under five minutes", async () => {
  const { site, smtp } = await startSiteWithMail({ env: ENV });
  expect(smtp.mails).toEqual([]);
  const dana = await addSignedIn(site);
  const ana = await addSignedIn(site, { email: "ana@example.com" });
  await ana.call("PATCH", "/api/account", { name: "Ana" });
  const write = async (name: string) => {
    await sendContactMessage(site, { name, email: `${name}@example.com` });
    return (await dana.call("GET", "/api/day")).json().waiting.lines.at(-1).lead._id as string;
  };
  const log = (who: typeof ana, id: string, outcome: string) =>
    who.call("POST", `/api/leads/${id}/log`, { channel: "call", outcome });
  const [one, two, three] = [await write("one"), await write("two"), await write("three")];
  await ana.call("POST", `/api/leads/${one}/claim`, {});
  site.clock.advance(4 * 60);
  await log(ana, one, "no-answer");
  site.clock.advance(4 * 60);
  // Who logs the first outcome has taken it, also past another's claim.
  await ana.call("POST", `/api/leads/${two}/claim`, {});
  await log(dana, two, "reached");
  await log(dana, one, "reached");
  await ana.call("POST", `/api/leads/${three}/claim`, {});
  const { weeks } = (await dana.call("GET", "/api/analytics/first-contact")).json();
  expect(weeks.at(-1).from).toBe("2026-11-16");
  expect(weeks.at(-1).people).toEqual([
    { name: "Ana", taken: 3, median: 4, withinFive: 1 },
    { name: "dana@example.com", taken: 1, median: 8, withinFive: 0 },
  ]);
  expect(weeks.at(-2).people).toEqual([]);
  expect(FRIDAY_MORNING.slice(0, 10)).toBe("2026-11-20");
});
