import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { type ContactMessageChanges, newContactMessage } from "#test/people.ts";
import { post, sendContactMessage, write } from "#test/requests.ts";
import { startSite, type TestSite } from "#test/server.ts";

const LIST = "/api/contact/admin/submissions";
const OFF = { env: { RATE_LIMIT: "off" } };

async function sendAll(site: TestSite, messages: ContactMessageChanges[]): Promise<void> {
  for (const message of messages) {
    expect((await write(site, message)).statusCode).toBe(201);
    site.clock.advance(1);
  }
}

test("a visitor's message arrives, new and unread, with where the visitor came from", async () => {
  const site = await startSite();
  const { call } = await addSignedIn(site);
  const source = { first: { utmSource: "google", at: "2026-11-01T10:00:00.000Z" } };
  const answer = await post(site, "/api/contact", {
    ...newContactMessage(),
    source,
    status: "Resolved",
    notes: "x",
    read: true,
  });
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toEqual({ success: true, message: expect.stringMatching(/\w/) });
  const list = (await call("GET", LIST)).json();
  expect(list.contacts).toEqual([
    {
      _id: expect.stringMatching(/^[0-9a-z]{26}$/),
      leadId: expect.stringMatching(/^[0-9a-z]{26}$/),
      name: "Tomás Ahlgren",
      email: "tomas@example.com",
      phone: "(217) 555-0177",
      subject: "offer",
      message: "How much for my house?\nIt needs a roof.",
      status: "New",
      read: false,
      source,
      waitingSince: site.clock.now().toISOString(),
      version: 1,
      createdAt: site.clock.now().toISOString(),
      updatedAt: site.clock.now().toISOString(),
    },
  ]);
  expect(list.pagination).toEqual({
    currentPage: 1,
    totalPages: 1,
    totalItems: 1,
    itemsPerPage: 10,
    hasNextPage: false,
    hasPrevPage: false,
  });
});

test("a message enqueues an acknowledgement, a notice to staff, and a reminder to staff in case nobody answers", async () => {
  const site = await startSite();
  await sendContactMessage(site);
  const mails = await site.database.read.selectFrom("mails").select("kind").orderBy("kind").execute();
  expect(mails.map(({ kind }) => kind)).toEqual([
    "contact-acknowledgement",
    "contact-overdue",
    "contact-overdue",
    "contact-staff-notice",
  ]);
});

test("a message needs a name, an e-mail and a text, and says so in the form's words", async () => {
  const site = await startSite();
  const answer = await post(site, "/api/contact", {
    name: " ",
    email: "foo<evil@x.co>",
    phone: "call me",
    message: "",
  });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().fields).toEqual({
    name: "Name is required",
    email: "Please enter a valid email address",
    phone: "Please enter a valid phone number",
    message: "Message is required",
  });
  expect((await post(site, "/api/contact", {})).json().fields).toMatchObject({ email: "Email is required" });
  for (const wrong of [{ name: 7 }, { email: null }, { subject: "refund" }, { message: ["x"] }, { name: "a\u0000b" }])
    expect((await write(site, wrong)).statusCode, JSON.stringify(wrong)).toBe(400);
});

test("a phone may be left out, and a missing subject is a general inquiry", async () => {
  const site = await startSite();
  const { call } = await addSignedIn(site);
  await sendContactMessage(site, { phone: undefined, subject: undefined });
  const [contact] = (await call("GET", LIST)).json().contacts;
  expect(contact.subject).toBe("general");
  expect(contact).not.toHaveProperty("phone");
});

test("a bot that fills the honeypot is thanked, and nothing is stored", async () => {
  const site = await startSite();
  const answer = await write(site, { website: "https://spam.example" });
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toEqual((await write(site)).json());
  expect(await site.database.read.selectFrom("contact_messages").select("id").execute()).toHaveLength(1);
});

test("a repeat with the same key is one message; the same key with another text is refused", async () => {
  const site = await startSite();
  const key = { headers: { "idempotency-key": "8b1e" } };
  const answers = await Promise.all(Array.from({ length: 4 }, () => write(site, {}, key)));
  for (const answer of answers) expect(answer.statusCode).toBe(201);
  expect((await write(site, { message: "Another" }, key)).statusCode).toBe(422);
  expect(await site.database.read.selectFrom("contact_messages").select("id").execute()).toHaveLength(1);
});

test("the eleventh message within ten minutes is too many, bookings are counted apart, refused ones not", async () => {
  const site = await startSite();
  for (let refused = 0; refused < 12; refused++) await post(site, "/api/contact", {});
  for (let sent = 0; sent < 10; sent++) expect((await write(site)).statusCode).toBe(201);
  const answer = await write(site);
  expect(answer.statusCode).toBe(429);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  site.clock.advance(601);
  expect((await write(site)).statusCode).toBe(201);
});

test("opening a new message reads it, and it is no longer new", async () => {
  const site = await startSite();
  const { call } = await addSignedIn(site);
  await sendContactMessage(site);
  const [contact] = (await call("GET", LIST)).json().contacts;
  const answer = await call("PATCH", `${LIST}/${contact._id}/read`);
  expect(answer.json().contact).toMatchObject({ read: true, status: "In Progress", version: 2 });
  const again = await call("PATCH", `${LIST}/${contact._id}/read`);
  expect(again.json().contact.version).toBe(2);
});

test("a status change without notes keeps them, the notes call replaces and clears them", async () => {
  const site = await startSite();
  const { call } = await addSignedIn(site);
  await sendContactMessage(site);
  const [{ _id }] = (await call("GET", LIST)).json().contacts;
  const status = async (body: object) => (await call("PATCH", `${LIST}/${_id}/status`, body)).json().contact;
  const notes = async (body: object) => (await call("PATCH", `${LIST}/${_id}/notes`, body)).json().contact;
  expect(await status({ status: "In Progress", notes: "Called back" })).toMatchObject({ notes: "Called back" });
  expect(await status({ status: "Resolved", notes: "" })).toMatchObject({ notes: "Called back", status: "Resolved" });
  expect(await status({ status: "New" })).toMatchObject({ notes: "Called back", status: "New" });
  expect(await notes({ notes: "Sold elsewhere" })).toMatchObject({ notes: "Sold elsewhere" });
  expect(await notes({ notes: "" })).not.toHaveProperty("notes");
  expect((await call("PATCH", `${LIST}/${_id}/status`, { status: "Done" })).statusCode).toBe(400);
  expect((await call("PATCH", `${LIST}/${_id}/status`, {})).statusCode).toBe(400);
});

test("the second of two admins on one message gets a conflict and the current state", async () => {
  const site = await startSite();
  const { call } = await addSignedIn(site);
  await sendContactMessage(site);
  const [{ _id, version }] = (await call("GET", LIST)).json().contacts;
  await call("PATCH", `${LIST}/${_id}/notes`, { notes: "First", version });
  for (const [path, body] of [
    ["notes", { notes: "Second", version }],
    ["status", { status: "Resolved", version }],
  ] as const) {
    const answer = await call("PATCH", `${LIST}/${_id}/${path}`, body);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: "changed_meanwhile", contact: { notes: "First", version: 2 } });
  }
  expect((await call("PATCH", `${LIST}/${_id}/notes`, { notes: "Last write wins" })).statusCode).toBe(200);
});

test("the history says who did what, and stays after the message is deleted", async () => {
  const site = await startSite();
  const { call } = await addSignedIn(site, { email: "dana@example.com" });
  await sendContactMessage(site);
  const [{ _id }] = (await call("GET", LIST)).json().contacts;
  await call("PATCH", `${LIST}/${_id}/read`);
  await call("PATCH", `${LIST}/${_id}/status`, { status: "Resolved", notes: "Done" });
  expect((await call("DELETE", `${LIST}/${_id}`)).json()).toMatchObject({ success: true });
  expect((await call("DELETE", `${LIST}/${_id}`)).statusCode).toBe(404);
  expect((await call("GET", LIST)).json()).toMatchObject({
    contacts: [],
    pagination: { totalItems: 0, totalPages: 0 },
  });
  const { history } = (await call("GET", `${LIST}/${_id}/history`)).json();
  const at = site.clock.now().toISOString();
  const actor = "dana@example.com";
  expect(history).toEqual([
    { at, actor, action: "deleted" },
    { at, actor, action: "contacted", to: "0 min" },
    { at, actor, action: "notes" },
    { at, actor, action: "status", from: "In Progress", to: "Resolved" },
    { at, actor, action: "read", from: "New", to: "In Progress" },
    { at, actor: "visitor", action: "created" },
  ]);
});

test("the history cannot be changed, not even by us", async () => {
  const site = await startSite();
  await sendContactMessage(site);
  const rewrite = site.database.transaction((trx) => trx.updateTable("history").set({ actor: "nobody" }).execute());
  await expect(rewrite).rejects.toThrow(/only ever added to/);
  await expect(site.database.transaction((trx) => trx.deleteFrom("history").execute())).rejects.toThrow();
});

test("messages are found by name, e-mail, subject and text, whatever the case and the accents", async () => {
  const site = await startSite(OFF);
  const { call } = await addSignedIn(site);
  await sendAll(site, [
    { name: "José Núñez", email: "jn@example.com", subject: "support", message: "100% sure" },
    { name: "Ann Lee", email: "ann_lee@example.com", subject: "offer", message: 'the "old" mill\'s roof' },
    { name: "Bo", email: "bo@mill.example", subject: "property", message: "back\\slash" },
  ]);
  const found = async (search: string) => {
    const answer = await call("GET", `${LIST}?search=${encodeURIComponent(search)}`);
    expect(answer.statusCode, search).toBe(200);
    return answer.json().contacts.map(({ name }: { name: string }) => name.split(" ")[0]);
  };
  expect(await found("josé")).toEqual(["José"]);
  expect(await found("NUNEZ")).toEqual(["José"]);
  expect(await found("mill")).toEqual(["Bo", "Ann"]);
  expect(await found("Cash Off")).toEqual(["Ann"]);
  expect(await found("property")).toEqual(["Bo"]);
  expect(await found("%")).toEqual(["José"]);
  expect(await found("_")).toEqual(["Ann"]);
  expect(await found('"old"')).toEqual(["Ann"]);
  expect(await found("l's")).toEqual(["Ann"]);
  expect(await found("back\\slash")).toEqual(["Bo"]);
  expect(await found("bo")).toEqual(["Bo"]);
  expect(await found("' or 1=1 --")).toEqual([]);
  expect(await found("nothing like it")).toEqual([]);
  expect(await found("   ")).toHaveLength(3);
});

test("messages are filtered by status, together with a search", async () => {
  const site = await startSite(OFF);
  const { call } = await addSignedIn(site);
  await sendAll(site, [{ name: "Ann Lee" }, { name: "Ann Moe" }, { name: "Bo Lee" }]);
  const { contacts } = (await call("GET", LIST)).json();
  await call("PATCH", `${LIST}/${contacts[0]._id}/status`, { status: "Resolved" });
  const names = async (query: string) =>
    (await call("GET", `${LIST}?${query}`)).json().contacts.map(({ name }: { name: string }) => name);
  expect(await names("status=Resolved")).toEqual(["Bo Lee"]);
  expect(await names("status=New&search=ann")).toEqual(["Ann Moe", "Ann Lee"]);
  expect(await names("status=New&search=lee")).toEqual(["Ann Lee"]);
  expect(await names("status=")).toHaveLength(3);
  expect((await call("GET", `${LIST}?status=Closed`)).statusCode).toBe(400);
});

test("the counts follow every change", async () => {
  const site = await startSite(OFF);
  const { call } = await addSignedIn(site);
  await sendAll(site, [{}, {}, {}]);
  const stats = async () => (await call("GET", "/api/contact/admin/stats")).json();
  expect(await stats()).toEqual({ success: true, total: 3, new: 3, inProgress: 0, resolved: 0 });
  const { contacts } = (await call("GET", LIST)).json();
  await call("PATCH", `${LIST}/${contacts[0]._id}/read`);
  await call("PATCH", `${LIST}/${contacts[1]._id}/status`, { status: "Resolved" });
  await call("DELETE", `${LIST}/${contacts[2]._id}`);
  expect(await stats()).toEqual({ success: true, total: 2, new: 0, inProgress: 1, resolved: 1 });
});

test("an id that is malformed gets the answer of an unknown one", async () => {
  const site = await startSite();
  const { call } = await addSignedIn(site);
  for (const id of ["x", "%00", "..%2f..", "0123456789abcdefghjkmnpqrs"])
    expect((await call("PATCH", `${LIST}/${id}/read`)).statusCode, id).toBe(404);
});
