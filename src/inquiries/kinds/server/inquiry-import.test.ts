import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { rightRows } from "#test/import-files.ts";
import { refuseInserts } from "#test/refused-writes.ts";
import { post } from "#test/requests.ts";
import { sentMails, startSiteWithMail } from "#test/server.ts";

const STAFF = "staff@porchlight.example";
const [BOOKINGS, CONTACTS, LEADS] = ["/api/bookings/import", "/api/contact/admin/import", "/api/leads/import"];

async function start() {
  const settings = { RATE_LIMIT: "off", STAFF_EMAIL: STAFF, ACCESS_TOKEN_SECONDS: "86400" };
  const party = await startSiteWithMail({ env: settings });
  const { site } = party;
  const { call, session } = await addSignedIn(site);
  const headers = { authorization: `Bearer ${session.accessToken}`, "content-type": "text/csv" };
  const send = (path: string, file: string, query = "mode=import&new=true") =>
    post(site, `${path}?${query}`, file, { headers });
  /** Subjects of what staff have got since the last call. */
  const told = async () =>
    (await sentMails(party)).filter(({ to }) => to === STAFF).map(({ subject, text }) => ({ subject, text }));
  const subjects = async () => (await told()).map(({ subject }) => subject);
  const waiting = async () => (await call("GET", "/api/day")).json().waiting;
  const reach = (lead: string) => call("POST", `/api/leads/${lead}/log`, { channel: "call", outcome: "reached" });
  return { site, call, send, told, subjects, waiting, reach };
}

function contactsFile(count: number): string {
  const lines = Array.from(
    { length: count },
    (_, n) => `Zoë O’Connor-Ünal ${n},zoe${n}@example.com,Hello,2024-05-01\n`,
  );
  return `Name,Email,Message,Created at\n${lines.join("")}`;
}

test("new people wait from the import on, and staff get one notice and one reminder of those not reached", async () => {
  const { site, send, told, subjects, waiting, reach } = await start();
  expect((await send(CONTACTS, contactsFile(12))).json()).toMatchObject({ report: { made: 12 } });
  const [notice, ...others] = await told();
  expect(others).toEqual([]);
  expect(notice?.subject).toBe("12 new messages from a file");
  expect(notice?.text).toContain("/admin");
  expect(notice?.text).not.toContain("Zoë");
  const { count, lines } = await waiting();
  expect(count).toBe(12);
  expect(lines[0].since).toBe(site.clock.now().toISOString());
  for (const { lead } of lines) await reach(lead._id);
  site.clock.advance(6 * 60);
  expect(await subjects()).toEqual(["Still waiting for a call: 2 messages from a file"]);
  for (const { lead } of (await waiting()).lines) await reach(lead._id);
  site.clock.advance(60 * 60);
  expect(await subjects()).toEqual([]);
});

test("a last reminder goes out once, and the same file again rings nobody", async () => {
  const { site, send, subjects, waiting } = await start();
  await send(LEADS, "Name,Phone\nJack,(312) 555-0100\n");
  expect(await subjects()).toEqual(["1 new lead from a file"]);
  site.clock.advance(60);
  expect((await send(LEADS, "Name,Phone\nJack,(312) 555-0100\n")).json().report.made).toBe(0);
  site.clock.advance(20 * 60);
  expect(await subjects()).toEqual(["Still waiting for a call: 1 lead from a file"]);
  expect((await waiting()).count).toBe(1);
});

test("a check, a file that nobody called new, and a refused one start nothing", async () => {
  const { send, subjects, waiting } = await start();
  await send(CONTACTS, contactsFile(2), "mode=check&new=true");
  await send(CONTACTS, contactsFile(2), "mode=import&new=false");
  expect((await send(CONTACTS, contactsFile(3), "mode=import&new=perhaps")).statusCode).toBe(400);
  expect((await send(CONTACTS, `${contactsFile(3)}Ada,,,\n`)).statusCode).toBe(400);
  expect(await subjects()).toEqual([]);
  expect((await waiting()).count).toBe(0);
});

test("lines whose people were answered already do not wait, and the history says which came as new", async () => {
  const { call, send, subjects, waiting } = await start();
  const [heading = "", open, other = ""] = rightRows(2).split("\r\n");
  const cells = other.split(",").with(heading.split(",").indexOf("Status"), "Cancelled");
  const rows = [heading, open, cells.join(), ""].join("\r\n");
  expect((await send(BOOKINGS, rows)).json()).toMatchObject({ report: { made: 2 } });
  await send(CONTACTS, "Name,Email,Message,Status\nAda,ada@example.com,Hi,Resolved\nKim,kim@example.com,Hi,\n");
  await send(LEADS, "Name,Email,Stage,Lost reason\nEve,eve@example.com,Lost,Price\nJack,jack@example.com,Met,\n");
  expect((await subjects()).sort()).toEqual(["1 new booking from a file", "1 new message from a file"]);
  const { lines } = await waiting();
  const names = lines.map(({ lead }: { lead: { person: { name: string } } }) => lead.person.name);
  expect(names.sort()).toEqual(["Kim", "Renée O'Brien-Núñez"]);
  const { contacts } = (await call("GET", "/api/contact/admin/submissions")).json();
  const said = async (person: string) => {
    const { _id } = contacts.find(({ name }: { name: string }) => name === person);
    return (await call("GET", `/api/contact/admin/submissions/${_id}/history`)).json().history;
  };
  expect(await said("Kim")).toMatchObject([{ action: "imported", to: "as new", actor: "dana@example.com" }]);
  expect((await said("Ada"))[0]).not.toHaveProperty("to");
});

test("a log that is taken back leaves the people of a file to the one reminder of the file", async () => {
  const { site, call, send, subjects, waiting } = await start();
  await send(LEADS, "Name,Phone\nJack,(312) 555-0100\n");
  await send(CONTACTS, contactsFile(1));
  await subjects();
  for (const { lead } of (await waiting()).lines) {
    const log = `/api/leads/${lead._id}/log`;
    const { logId } = (await call("POST", log, { channel: "call", outcome: "reached" })).json();
    expect((await call("DELETE", `${log}/${logId}`)).statusCode).toBe(200);
  }
  site.clock.advance(6 * 60);
  expect((await subjects()).sort()).toEqual([
    "Still waiting for a call: 1 lead from a file",
    "Still waiting for a call: 1 message from a file",
  ]);
});

test("an import that breaks off tells of what it has brought, and of the rest when it is sent again", async () => {
  const { site, send, subjects, waiting } = await start();
  const allow = await refuseInserts(site, "inquiries", "new.email = 'zoe8@example.com'");
  expect((await send(CONTACTS, contactsFile(12))).statusCode).toBe(500);
  await allow();
  expect((await waiting()).count).toBe(5);
  expect(await subjects()).toEqual([]);
  site.clock.advance(60);
  expect((await send(CONTACTS, contactsFile(12))).json()).toMatchObject({ report: { made: 7 } });
  expect(await subjects()).toEqual(["7 new messages from a file"]);
  // Nobody is reminded of what they have not been told yet.
  site.clock.advance(8 * 60);
  expect(await subjects()).toEqual(["Still waiting for a call: 7 messages from a file"]);
  site.clock.advance(60);
  expect(await subjects()).toEqual(["5 new messages from a file"]);
  site.clock.advance(60);
  expect(await subjects()).toContain("Still waiting for a call: 5 messages from a file");
});
