import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { plansOf } from "#test/database/query-plans.ts";
import { findPart, header, parseMime } from "#test/mime.ts";
import { bookMeeting, post, sendContactMessage } from "#test/requests.ts";
import { startSite, startSiteWithMail } from "#test/server.ts";
import { findTypedNumber } from "./consents.ts";
import { writeAgreements } from "./ledger.ts";

const PUBLIC_URL = "https://homes.example.com";
const FORM = { headers: { "content-type": "application/x-www-form-urlencoded" } };

const start = () =>
  startSiteWithMail({ env: { RATE_LIMIT: "off", PUBLIC_URL, STAFF_EMAIL: "staff@porchlight.example" } });

async function readMail({ site, smtp }: Awaited<ReturnType<typeof start>>, subject: string) {
  await site.site.mail.sendDue();
  return smtp.mails.map(({ raw }) => parseMime(raw)).filter((mail) => header(mail, "subject").startsWith(subject));
}

/** Renée's meeting, her reminder, and the link in it. */
async function reminded() {
  const mail = await start();
  const { site } = mail;
  const { id, token } = await bookMeeting(site);
  site.clock.set("2026-11-24T16:00:00.000Z");
  const [reminder] = await readMail(mail, "Reminder");
  if (!reminder) throw new Error("No reminder.");
  const [, url = ""] = /^<(https:[^>]+)>, <mailto:[^>]+>$/.exec(header(reminder, "list-unsubscribe")) ?? [];
  const path = new URL(url).pathname;
  const admin = await addSignedIn(site);
  const stateOf = async (email: string) =>
    (await admin.call("GET", `/api/permissions/state?email=${encodeURIComponent(email)}`)).json().state;
  return { ...mail, id, token, reminder, path, admin, stateOf };
}

test("each mail that is not strictly about a meeting has the link, in its text and for mail programs", async () => {
  const mail = await start();
  await bookMeeting(mail.site);
  await sendContactMessage(mail.site);
  const [confirmation] = await readMail(mail, "Your meeting");
  const [acknowledgement] = await readMail(mail, "Your message has arrived");
  expect(confirmation?.headers["list-unsubscribe"]).toBeUndefined();
  if (!acknowledgement) throw new Error("No acknowledgement.");
  expect(header(acknowledgement, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const [, url = ""] = /^<(https:[^>]+)>/.exec(header(acknowledgement, "list-unsubscribe")) ?? [];
  expect(url).toMatch(new RegExp(`^${PUBLIC_URL}/stop/[\\w-]{22}\\.[\\w-]{22}$`));
  expect(findPart(acknowledgement, "text/plain").text).toContain(`Stop e-mail: ${url}`);
  expect(findPart(acknowledgement, "text/html").text).toContain(url);
});

test("one click in a mail program stops e-mail at once; opening the link changes nothing, and a repeat adds nothing", async () => {
  const { site, path, stateOf } = await reminded();
  await site.app.inject(path);
  expect((await stateOf("renee@example.com")).email).toBe("given");
  for (let press = 0; press < 3; press++) {
    const answer = await post(site, path, "List-Unsubscribe=One-Click", FORM);
    expect([answer.statusCode, answer.json().success]).toEqual([200, true]);
  }
  expect(await stateOf("renee@example.com")).toEqual({ call: "given", text: "unknown", email: "revoked" });
  const lines = await site.database.read
    .selectFrom("permissions")
    .select("said")
    .where("action", "=", "revoked")
    .execute();
  expect(lines).toEqual([{ said: "link" }]);
});

test("mail programs that post several parts, as RFC 8058 allows, are understood too", async () => {
  const { site, path, stateOf } = await reminded();
  const parts = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  const answer = await post(site, path, parts, { headers: { "content-type": "multipart/form-data; boundary=x" } });
  expect([answer.statusCode, (await stateOf("renee@example.com")).email]).toEqual([200, "revoked"]);
});

test("the call understands mail programs too, and a form that names nothing is refused", async () => {
  const { site, path, stateOf } = await reminded();
  expect((await post(site, `/api${path}`, "fax=on", FORM)).statusCode).toBe(400);
  expect((await stateOf("renee@example.com")).email).toBe("given");
  expect((await post(site, `/api${path}`, "List-Unsubscribe=One-Click", FORM)).statusCode).toBe(200);
  expect(await stateOf("renee@example.com")).toEqual({ call: "given", text: "unknown", email: "revoked" });
});

test("a person chooses on the page what to stop, and the numbers given with the address are stopped too", async () => {
  const { site, path, stateOf, admin } = await reminded();
  await bookMeeting(site, { email: "jack@example.com", meetingTime: "11:00 AM", meetingDate: "2026-12-01" });
  const answer = await post(site, path, "call=on&email=on&fax=on", FORM);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/stopped"]);
  expect(await stateOf("renee@example.com")).toEqual({ call: "revoked", text: "unknown", email: "revoked" });
  const { bookings } = (await admin.call("GET", "/api/bookings/list")).json();
  const stopped = bookings.map(({ email, stopped }: { email: string; stopped?: string[] }) => [email, stopped]);
  // The same number is not called, whichever of the two asked.
  expect(stopped).toEqual([
    ["jack@example.com", ["call"]],
    ["renee@example.com", ["call", "email"]],
  ]);
  // Without a choice the page asks again.
  const none = await post(site, path, "", FORM);
  expect([none.statusCode, none.headers.location]).toEqual([303, path]);
});

test("a token that is not ours stops nothing, and a token is good for nothing else", async () => {
  const { site, path, stateOf } = await reminded();
  const token = path.split("/").at(-1) ?? "";
  const [hash = "", signature = ""] = token.split(".");
  const flipped = signature.replace(/./, (letter) => (letter === "A" ? "B" : "A"));
  for (const forged of [
    hash,
    `${hash}.`,
    `${hash}.${flipped}`,
    `${signature}.${signature}`,
    `${token}.x`,
    "x".repeat(5_000),
  ]) {
    const answer = await post(site, `/stop/${encodeURIComponent(forged)}`, "List-Unsubscribe=One-Click", FORM);
    expect([404, 414], forged.slice(0, 60)).toContain(answer.statusCode);
    expect((await post(site, `/stop/${encodeURIComponent(forged)}`, "call=on", FORM)).headers.location).not.toBe(
      "/stopped",
    );
    expect((await post(site, `/api/stop/${encodeURIComponent(forged)}`, {})).statusCode).toBeGreaterThanOrEqual(400);
  }
  for (const operation of ["look-up", "cancel"])
    expect((await post(site, `/api/manage-meeting/${operation}`, { token, sequence: 0 })).statusCode).toBe(404);
  expect((await stateOf("renee@example.com")).email).toBe("given");
});

test("the visitor's own page stops a channel with one press, and knows it afterwards", async () => {
  const { site, token, stateOf } = await reminded();
  const lookUp = async () => (await post(site, "/api/manage-meeting/look-up", { token })).json().permissions;
  const before = await lookUp();
  expect(before).toEqual({ token: expect.any(String), stopped: [] });
  const press = (channels: string[]) => post(site, `/api/stop/${before.token}`, { channels });
  for (let time = 0; time < 2; time++) {
    const answer = await press(["text", "call"]);
    expect(answer.statusCode, answer.body).toBe(200);
  }
  const { read } = site.database;
  expect(await read.selectFrom("history").select("id").where("action", "=", "stopped").execute()).toHaveLength(1);
  expect(await read.selectFrom("removals").select("at").where("kind", "=", "stop").execute()).toHaveLength(1);
  expect((await lookUp()).stopped).toEqual(["call", "text"]);
  expect(await stateOf("renee@example.com")).toEqual({ call: "revoked", text: "revoked", email: "given" });
  expect((await press(["fax"])).statusCode).toBe(400);
  expect((await press(["email"])).statusCode).toBe(200);
  expect((await lookUp()).stopped).toEqual(["call", "text", "email"]);
});

test("a stranger who books with another's address stops the reminder of that meeting and its number, and nothing else of them", async () => {
  const mail = await start();
  const { site } = mail;
  await bookMeeting(site, { meetingDate: "2026-11-25" });
  const stranger = { phone: "(217) 555-0666", meetingDate: "2026-11-25", meetingTime: "11:00 AM" };
  const { id, token } = await bookMeeting(site, stranger);
  const { call } = await addSignedIn(site);
  const stateOf = async (person: Record<string, string>) =>
    (await call("GET", `/api/permissions/state?${new URLSearchParams(person)}`)).json().state;
  const renee = { email: "renee@example.com", phone: "(217) 555-0142" };
  // Staff find out her own number; the stop is still of the number that was typed.
  const { booking } = (await call("GET", `/api/bookings/${id}/details`)).json();
  const { version, firstName, lastName, propertyAddress } = booking;
  const correction = { version, firstName, lastName, propertyAddress, email: renee.email, phone: renee.phone };
  expect((await call("PATCH", `/api/bookings/${id}/correction`, correction)).statusCode).toBe(200);

  const { permissions } = (await post(site, "/api/manage-meeting/look-up", { token })).json();
  const channels = ["call", "text", "email"];
  expect((await post(site, `/api/stop/${permissions.token}`, { channels })).statusCode).toBe(200);
  expect(await stateOf(renee)).toEqual({ call: "given", text: "unknown", email: "given" });
  expect(await stateOf({ phone: stranger.phone })).toMatchObject({ call: "revoked", text: "revoked" });
  for (const own of [permissions.token, token]) {
    const pressed = await post(site, `/stop/${encodeURIComponent(own)}`, "call=on&email=on", FORM);
    expect(pressed.headers.location).toBe("/not-stopped");
  }
  expect((await post(site, `/api/stop/${token}`, { channels })).statusCode).toBe(404);
  expect(await stateOf(renee)).toEqual({ call: "given", text: "unknown", email: "given" });

  site.clock.set("2026-11-24T17:30:00.000Z");
  const reminders = await readMail(mail, "Reminder");
  expect(reminders.map((reminder) => findPart(reminder, "text/plain").text.includes("10:00 AM"))).toEqual([true]);
  const [reminder] = reminders;
  const [, url = ""] = /^<(https:[^>]+)>/.exec(reminder ? header(reminder, "list-unsubscribe") : "") ?? [];
  await post(site, new URL(url).pathname, "List-Unsubscribe=One-Click", FORM);
  const later = await addSignedIn(site, { email: "later@example.com" });
  const asked = await later.call("GET", `/api/permissions/state?email=${encodeURIComponent(renee.email)}`);
  expect(asked.json().state.email).toBe("revoked");
});

test("after a stop no reminder goes out; mails about the meeting do, and say why", async () => {
  const mail = await start();
  const { site } = mail;
  await bookMeeting(site);
  const { token } = await bookMeeting(site, { meetingDate: "2026-12-02", meetingTime: "11:00 AM" });
  const { call } = await addSignedIn(site);
  await call("POST", "/api/permissions/revocations", {
    email: "renee@example.com",
    channels: ["email"],
    words: "Please no e-mail.",
    said: "reply",
  });
  site.clock.set("2026-11-24T16:00:00.000Z");
  expect(await readMail(mail, "Reminder")).toEqual([]);
  const kinds = await site.database.read
    .selectFrom("mails")
    .select("state")
    .where("kind", "=", "booking-reminder")
    .execute();
  expect(kinds.map(({ state }) => state).sort()).toEqual(["waiting", "withdrawn"]);
  await post(site, "/api/manage-meeting/cancel", { token, sequence: 0 });
  const [cancelled] = await readMail(mail, "Cancelled: your");
  if (!cancelled) throw new Error("No notice.");
  expect(findPart(cancelled, "text/plain").text).toContain("goes out all the same because it is about your meeting");
  expect(cancelled.headers["list-unsubscribe"]).toBeUndefined();
  await sendContactMessage(site, { email: "renee@example.com" });
  const [acknowledged] = await readMail(mail, "Your message has arrived");
  expect(acknowledged && findPart(acknowledged, "text/plain").text).toContain("answers what you asked for just now");
});

test("a stop while a reminder is on its way sends that one and no more, and none that has to be tried again", async () => {
  const mail = await start();
  const { site, smtp } = mail;
  const phones = ["217 555 0101", "217 555 0102"];
  await bookMeeting(site, { phone: phones[0] });
  await bookMeeting(site, { phone: phones[1], meetingDate: "2026-11-27", meetingTime: "2:00 PM" });
  await bookMeeting(site, { email: "jack@example.com", phone: "217 555 0103", meetingTime: "11:00 AM" });
  await site.site.mail.sendDue();
  smtp.mode = "answer later";
  const before = smtp.mails.length;
  site.clock.set("2026-11-24T16:30:00.000Z");
  const stop = async (email: string) => {
    const { call } = await addSignedIn(site, { email: `admin-for-${email}` });
    const said = { email, channels: ["email"], words: "Stop.", said: "phone" };
    expect((await call("POST", "/api/permissions/revocations", said)).statusCode).toBe(201);
  };
  const sending = site.site.mail.sendDue();
  // Notices to staff are due as well, and may arrive earlier.
  while (!smtp.mails.slice(before).some(isReminder)) await smtp.received(smtp.mails.length + 1);
  await stop("renee@example.com");
  smtp.mode = "accept";
  smtp.answer();
  await sending;

  smtp.mode = "busy";
  site.clock.set("2026-11-24T17:00:00.000Z");
  await site.site.mail.sendDue();
  await stop("jack@example.com");
  smtp.mode = "accept";
  site.clock.set("2026-11-26T21:00:00.000Z");
  await site.site.mail.sendDue();
  const reminders = smtp.mails.filter(isReminder);
  expect(reminders.map(({ to }) => to)).toEqual([["renee@example.com"]]);
  const states = await site.database.read
    .selectFrom("mails")
    .select("state")
    .where("kind", "=", "booking-reminder")
    .execute();
  expect(states.map(({ state }) => state).sort()).toEqual(["sent", "withdrawn", "withdrawn"]);
});

function isReminder({ raw }: { raw: string }): boolean {
  return header(parseMime(raw), "subject").startsWith("Reminder");
}

test("of thousands of people an index finds the number that was typed for a meeting", async () => {
  const site = await startSite();
  const entries = [{ channel: "call", action: "given", purpose: "property", textId: "none" }] as const;
  const agreements = Array.from({ length: 3_000 }, (_, n) => ({
    hashes: { email: `e${n}`, phone: `p${n}` },
    details: undefined,
    record: { kind: "booking", id: `b${n}` },
    entries,
    origin: "form" as const,
    actor: "visitor",
    at: site.clock.now().toISOString(),
  }));
  await site.database.transaction((trx) => writeAgreements(trx, agreements));
  const [look] = await plansOf(site, "permissions", async (trx) => {
    expect(await findTypedNumber(trx, "b7")).toBe("p7");
  });
  expect(look?.plan, look?.query).toContain("permissions_record");
});
