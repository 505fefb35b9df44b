import { expect, test } from "vitest";
import { FILE_HEADINGS } from "#inquiries/bookings/columns.ts";
import { csvLine } from "#platform/server/csv/csv.ts";
import { addSignedIn, setBookingStatus } from "#test/accounts.ts";
import { book, post } from "#test/requests.ts";
import { startSite, type TestSite } from "#test/server.ts";

type Line = Partial<Record<string, string>>;

const RENEE: Line = {
  "First name": "Renée",
  "Last name": "O'Brien-Núñez",
  Email: "renee@example.com",
  Phone: "(217) 555-0142",
  "Preferred contact": "Phone",
  Street: "1422 Elm Street",
  City: "Springfield",
  State: "IL",
  "ZIP code": "62701",
  "Property type": "Single Family",
  "Current situation": "Inherited Property",
  "Timeframe to sell": "1–3 months",
  "Meeting type": "Phone call",
  "Meeting date": "2026-11-25",
  "Meeting time": "10:00 AM",
};

function fileOf(lines: readonly Line[]): string {
  return csvLine(FILE_HEADINGS) + lines.map((line) => csvLine(FILE_HEADINGS.map((name) => line[name] ?? ""))).join("");
}

let count = 0;

async function send(site: TestSite, file: string | Buffer, mode = "import", type = "text/csv") {
  const { session } = await addSignedIn(site, { email: `dana${count++}@example.com` });
  return post(site, `/api/bookings/import?mode=${mode}`, file, {
    headers: { authorization: `Bearer ${session.accessToken}`, "content-type": type },
  });
}

async function exportOf(site: TestSite): Promise<string> {
  const admin = await addSignedIn(site, { email: `reader${count++}@example.com` });
  return (await admin.call("GET", "/api/bookings/export/csv")).body;
}

test("what one site exports another imports, the same in every cell", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const source = {
    first: { utmSource: "google", utmCampaign: "spring", landingPage: "/", referrer: "https://a.example/" },
  };
  const { bookingId } = (await book(site, { source, firstName: "=cmd|' /C calc'!A0", phone: "-555-0100-22" })).json();
  await setBookingStatus(site, bookingId, { status: "Cancelled", notes: '\'+1 "quoted", and\nanother line; too' });
  await book(site, { source: { ...source, last: { utmSource: "bing" } }, propertyType: "land", consent: undefined });
  await book(site, {
    email: "two@example.com",
    phone: "217 555 0999",
    meetingTime: "11:30 AM",
    additionalInfo: "@home",
  });
  const file = await exportOf(site);

  const empty = await startSite();
  const answer = await send(empty, file);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json().report).toEqual({
    rows: 3,
    made: 3,
    skipped: [],
    wrongLines: 0,
    problems: [],
    unknownColumns: [],
  });
  // Except where its lead stands, which the other site finds out for itself.
  const sorted = (text: string) =>
    text
      .split("\r\n")
      .map((line) => line.replace(/,(New|Meeting set),,$/, ""))
      .sort();
  expect(sorted(await exportOf(empty))).toEqual(sorted(file));
  const lines = await empty.database.read
    .selectFrom("permissions")
    .innerJoin("permission_words", "permission_words.id", "permissions.words_id")
    .select(["channel", "action", "version"])
    .execute();
  // The file shows no proof of what it says.
  expect(lines.map(({ channel, action, version }) => `${channel} ${action} ${version}`).sort()).toEqual([
    "call unknown ",
    "call unknown 2026-11",
    "call unknown 2026-11",
    "email unknown ",
    "email unknown 2026-11",
    "email unknown 2026-11",
  ]);

  const again = await send(empty, file);
  expect(again.json().report).toMatchObject({ rows: 3, made: 0, problems: [] });
  expect(again.json().report.skipped).toHaveLength(3);
});

test("a check names every wrong line with its column and reason, and makes nothing", async () => {
  const site = await startSite();
  await book(site, { meetingTime: "2:00 PM", email: "first@example.com" });
  const lines: Line[] = [
    RENEE,
    { ...RENEE, Email: "renee", Phone: "1", State: "Atlantis", "Meeting date": "2026-02-30", "Meeting time": "noon" },
    { ...RENEE, Email: "two@example.com" },
    { ...RENEE, Email: "three@example.com", "Meeting time": "2:00 PM" },
    { ...RENEE, Email: "four@example.com", "Meeting time": "2:00 PM", Status: "Cancelled", "Consent at": "2026-11-01" },
    { ...RENEE, "Booking ID": "17", "Created at": "2031-01-01", Status: "Maybe", Consent: "Yes" },
  ];
  const file = fileOf(lines).replace("Referrer", "Favourite color");
  const { report } = (await send(site, file, "check")).json();
  const said = report.problems.map(({ line, column }: { line: number; column: string }) => `${line} ${column}`);
  expect(said).toEqual([
    "3 Meeting date",
    "3 Meeting time",
    "3 State",
    "3 Email",
    "3 Phone",
    "4 Meeting time",
    "5 Meeting time",
    "6 Consent",
    "7 Booking ID",
    "7 Created at",
    "7 Status",
    "7 Consent at",
  ]);
  expect(report.problems[5].reason).toBe("Another booking holds this time");
  expect(report).toMatchObject({ rows: 6, made: 1, unknownColumns: ["Favourite color"] });

  const refused = await send(site, file);
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({ success: false, code: "invalid_input", report });
  expect(await site.database.read.selectFrom("bookings").select("id").execute()).toHaveLength(1);
});

test("an import sends no mail or webhook; future meetings get reminders, and the history names the importer", async () => {
  const site = await startSite();
  const admin = await addSignedIn(site);
  const hook = { name: "CRM", url: "https://hooks.example.com/", events: ["booking.created"] };
  await admin.call("POST", "/api/webhooks/endpoints", hook);
  const lines: Line[] = [
    RENEE,
    { ...RENEE, Email: "past@example.com", "Meeting date": "11/2/2026", "Meeting time": "14:30", Status: "completed" },
    // Past meetings may overlap without limit and lie outside the hours.
    { ...RENEE, Email: "past2@example.com", "Meeting date": "2026-11-02", "Meeting time": "2:30 pm" },
    { ...RENEE, Email: "late@example.com", "Meeting date": "2024-02-29", "Meeting time": "11:15 PM", Notes: "=no" },
  ];
  expect((await send(site, fileOf(lines))).json().report.made).toBe(4);
  const mails = await site.database.read.selectFrom("mails").select(["kind", "due_at"]).execute();
  expect(mails).toEqual([{ kind: "booking-reminder", due_at: "2026-11-24T16:00:00.000Z" }]);
  expect((await admin.call("GET", "/api/webhooks/deliveries")).json().deliveries).toEqual([]);
  const { bookings } = (await admin.call("GET", "/api/bookings/list?search=past@")).json();
  expect(bookings[0]).toMatchObject({ meetingDate: "2026-11-02", meetingTime: "2:30 PM", status: "Completed" });
  expect(bookings[0].consent).toBeUndefined();
  const { history } = (await admin.call("GET", `/api/bookings/${bookings[0]._id}/history`)).json();
  expect(history.map(({ action }: { action: string }) => action)).toEqual(["imported"]);
  expect((await book(site, { email: "other@example.com", phone: "217 555 0111" })).statusCode).toBe(409);
});

test("semicolons, a byte order mark and headings in capitals are read; other encodings and types are refused", async () => {
  const site = await startSite();
  const columns = Object.keys(RENEE) as string[];
  const plain = `${columns.join(";").toUpperCase()}\n${columns.map((name) => RENEE[name]).join(";")}\n`;
  expect((await send(site, `\uFEFF${plain}`, "check")).json().report).toMatchObject({ made: 1, problems: [] });
  const latin = await send(site, Buffer.from(plain, "latin1"), "check");
  expect([latin.statusCode, latin.json().message]).toEqual([400, expect.stringContaining("UTF-8")]);
  expect((await send(site, plain, "check", "application/json")).statusCode).toBe(415);
  expect((await send(site, "", "check")).statusCode).toBe(400);
  expect((await send(site, `${plain}${"x".repeat(8 * 1024 * 1024)}`, "check")).statusCode).toBe(413);
  expect((await send(site, plain, "try")).statusCode).toBe(400);
});

test("a file that lacks columns, or has one twice, is refused in one sentence that names them", async () => {
  const site = await startSite();
  const columns = Object.keys(RENEE).filter((name) => name !== "Street" && name !== "Meeting type");
  for (const mode of ["check", "import"]) {
    const answer = await send(site, `${[...columns, "email"].join(",")}\n`, mode);
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      "The file lacks the columns Street, Meeting type. It has the column Email twice. The first line of a file must name its columns.",
    ]);
  }
});
