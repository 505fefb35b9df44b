import { expect, test } from "vitest";
import { LEAD_HEADINGS, type LeadHeading } from "#deals/follow-up/leads-file.ts";
import { csvLine } from "#platform/server/csv/csv.ts";
import { addSignedIn } from "#test/accounts.ts";
import { bookMeeting, post, sendContactMessage } from "#test/requests.ts";
import { startSite } from "#test/server.ts";

type Line = Partial<Record<LeadHeading, string>>;

const ZOE: Line = {
  Name: "Zoë O’Connor",
  Email: "zoe@example.com",
  Phone: "+1 (217) 555-0142",
  Street: "9 Oak Avenue",
  City: "Springfield",
  State: "IL",
  "ZIP code": "62701",
  Situation: "Inherited Property",
  Source: "Postcard",
  Campaign: "spring",
  Stage: "Met",
  "Next step": "Send the offer",
  "Next step due": "11/24/2026",
  "Assigned to": "Dana@Example.com",
  Notes: "Her brother decides.",
  "Created at": "2026-10-01",
};

async function siteWithAdmin() {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const { call, session, user } = await addSignedIn(site);
  const send = async (mode: "check" | "import", ...lines: Line[]) => {
    const file =
      csvLine([...LEAD_HEADINGS]) +
      lines.map((line) => csvLine(LEAD_HEADINGS.map((name) => line[name] ?? ""))).join("");
    return post(site, `/api/leads/import?mode=${mode}`, file, {
      headers: { authorization: `Bearer ${session.accessToken}`, "content-type": "text/csv" },
    });
  };
  const pageOf = async (text: string) => {
    const { people } = (await call("GET", `/api/people/search?search=${encodeURIComponent(text)}`)).json();
    return (await call("GET", `/api/people/${people[0]._id}`)).json();
  };
  return { site, call, user, send, pageOf };
}

test("a file brings people with stage, next step, notes and where they came from, and mails nobody", async () => {
  const { site, user, send, pageOf } = await siteWithAdmin();
  expect((await send("check", ZOE)).json().report).toMatchObject({ rows: 1, made: 1, problems: [] });
  expect((await send("import", ZOE)).json()).toMatchObject({ success: true, report: { made: 1 } });
  const { person, leads, events } = await pageOf("zoe@example.com");
  expect(person).toMatchObject({ name: "Zoë O’Connor", email: "zoe@example.com", phone: "(217) 555-0142" });
  expect(leads).toMatchObject([
    {
      place: "9 Oak Avenue, Springfield, IL 62701",
      stage: "Met",
      isOpen: true,
      inquiries: 1,
      nextStep: { what: "Send the offer", dueDay: "2026-11-24", assigneeId: user.id },
    },
  ]);
  expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(expect.arrayContaining(["call", "note", "history"]));
  expect(await site.database.read.selectFrom("mails").selectAll().execute()).toEqual([]);
  const [lead] = await site.database.read.selectFrom("leads").selectAll().execute();
  expect(lead).toMatchObject({
    first_utm_source: "Postcard",
    first_utm_campaign: "spring",
    met_at: "2026-10-01T05:00:00.000Z",
  });
});

test("a line without stage and next step is of the past and asks for nothing; an ended one has its reason", async () => {
  const { call, send, pageOf } = await siteWithAdmin();
  const past = { Name: "Jack", Email: "jack@example.com" };
  const lost = { Name: "Eve", Phone: "(312) 555-0100", Stage: "Lost", "Lost reason": "Price" };
  expect((await send("import", past, lost)).json().report).toMatchObject({ made: 2 });
  expect((await pageOf("jack")).leads).toMatchObject([{ stage: "New", isOpen: false }]);
  expect((await pageOf("(312) 555-0100")).leads).toMatchObject([{ stage: "Lost", lostReason: "price", isOpen: false }]);
  expect((await call("GET", "/api/day")).json()).toMatchObject({ due: { count: 0 }, later: 0 });
});

test("the same file twice, or a person who has a lead about the property already, brings nothing new", async () => {
  const { site, send, pageOf } = await siteWithAdmin();
  const address = { street: "9 oak ave", city: "Springfield", state: "IL", zipCode: "62701" };
  await bookMeeting(site, { email: "zoe@example.com", propertyAddress: address });
  expect((await send("import", ZOE)).json().report).toMatchObject({ made: 0, skipped: [{ line: 2 }] });
  const other = { ...ZOE, Street: "10 Oak Avenue" };
  expect((await send("import", other, other)).json().report).toMatchObject({ made: 1, skipped: [{ line: 3 }] });
  expect((await send("import", other)).json().report).toMatchObject({ made: 0 });
  expect((await pageOf("zoe@example.com")).leads).toHaveLength(2);
});

test.each<[string, Line, string]>([
  ["of the past", { Stage: "", "Next step": "", "Next step due": "", "Assigned to": "" }, "Contacted"],
  ["with a next step", { Stage: "" }, "Contacted"],
  ["at a later stage", { Stage: "Met" }, "Met"],
  [
    "that ended there",
    { Stage: "Lost", "Lost reason": "Price", "Next step": "", "Next step due": "", "Assigned to": "" },
    "Contacted",
  ],
])("a line %s moves a lead that staff work on only forward, and leaves it its next step", async (_, line, stage) => {
  const { site, call, send, pageOf } = await siteWithAdmin();
  await sendContactMessage(site, { name: "Zoë", email: "zoe@example.com" });
  const [{ _id: leadId }] = (await pageOf("zoe@example.com")).leads;
  const next = { what: "Make an offer", dueDay: "2026-12-10" };
  await call("POST", `/api/leads/${leadId}/log`, { channel: "call", outcome: "reached", next });
  expect((await send("import", { ...ZOE, ...line })).json()).toMatchObject({ report: { made: 1 } });
  const { leads, events } = await pageOf("zoe@example.com");
  expect(leads).toMatchObject([{ stage, isOpen: true, inquiries: 2, nextStep: next }]);
  const notes = events.filter(({ kind }: { kind: string }) => kind === "note");
  expect(JSON.stringify(notes).includes("Next step in the file: Send the offer, Tue, Nov 24")).toBe(
    !("Next step" in line),
  );
});

test("a line of the past leaves a lost lead lost, for its reason", async () => {
  const { site, call, send, pageOf } = await siteWithAdmin();
  await sendContactMessage(site, { name: "Zoë", email: "zoe@example.com" });
  const [{ _id: leadId }] = (await pageOf("zoe@example.com")).leads;
  await call("POST", `/api/leads/${leadId}/log`, { channel: "call", outcome: "not-interested" });
  await send("import", { ...ZOE, Stage: "", "Next step": "", "Next step due": "", "Assigned to": "" });
  const lost = { stage: "Lost", lostReason: "not-selling", isOpen: false, inquiries: 2 };
  expect((await pageOf("zoe@example.com")).leads).toMatchObject([lost]);
});

test.each<[string, Line, LeadHeading]>([
  ["no way to reach the person", { Email: "", Phone: "" }, "Email"],
  ["an unknown stage", { Stage: "Warm" }, "Stage"],
  [
    "a lost lead without a reason",
    { Stage: "Lost", "Next step": "", "Next step due": "", "Assigned to": "" },
    "Lost reason",
  ],
  ["a step without a day", { "Next step due": "" }, "Next step due"],
  ["a step of an ended lead", { Stage: "Closed" }, "Next step"],
  ["an account that is none", { "Assigned to": "nobody@example.com" }, "Assigned to"],
  ["a day to come", { "Created at": "2027-01-01" }, "Created at"],
  ["no name", { Name: " " }, "Name"],
])("a line with %s is named, and nothing is imported", async (_case, change, column) => {
  const { site, send } = await siteWithAdmin();
  const { report } = (await send("check", ZOE, { ...ZOE, Email: "other@example.com", ...change })).json();
  expect(report.problems).toMatchObject([{ line: 3, column }]);
  expect((await send("import", ZOE, { ...ZOE, Email: "other@example.com", ...change })).statusCode).toBe(400);
  expect(await site.database.read.selectFrom("leads").selectAll().execute()).toEqual([]);
});
