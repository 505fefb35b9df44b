// A colleague's seller, reached by other ways than reading; and work that a limited person's request sets off.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { deals } from "#deals/server.ts";
import { inquiries } from "#inquiries/server.ts";
import { BELONGS_TO_COLLEAGUE } from "#people/leads/errors.ts";
import { people } from "#people/server.ts";
import { addSignedIn } from "../accounts.ts";
import { hear, SOON } from "../programs/event-streams.ts";
import { bookMeeting, freeSlots, post, sendContactMessage } from "../requests.ts";
import { databaseOf, startMailServer, startSite, type TestSite } from "../server.ts";

type Admin = Awaited<ReturnType<typeof addSignedIn>>;

const SELLER = { email: "seller@example.com", phone: "3125550101" };
const HEADING = "Name,Email,Phone,Street,City,State,ZIP Code,Notes";

test("what comes under the address of a colleague's seller is the colleague's", async () => {
  const { site, owner, limited } = await startWithTheirs();
  const before = (await owner.call("GET", "/api/leads")).json().pagination.totalItems;
  await sendContactMessage(site, { ...SELLER, name: "Ada Quartermaine", message: "Any news?" });
  await bookMeeting(site, { ...SELLER, lastName: "Quartermaine", propertyAddress: OTHER_HOUSE });
  expect((await owner.call("GET", "/api/leads")).json().pagination.totalItems).toBeGreaterThan(before);
  for (const url of ["/api/leads", "/api/people/search?search=seller", "/api/contact/admin/submissions"])
    expect((await limited.call("GET", url)).body, url).not.toContain(SELLER.email);
  const caller = await limited.call("GET", `/api/leads/callers?email=${SELLER.email}`);
  expect(caller.json()).toMatchObject({ callers: [], belongsToColleague: true });
});

test("an import leaves out a colleague's sellers, by address and by number, and says so", async () => {
  const { site, owner, limited, leadId } = await startWithTheirs();
  const file = [
    HEADING,
    "Ada Quartermaine,Seller@Example.com,,9 Other Road,Springfield,IL,62704,Mine",
    `Ada Quartermaine,,${SELLER.phone},1422 Elm Street,Springfield,IL,62704,Mine`,
    "Bo Free,bo@example.com,,12 Free Road,Springfield,IL,62704,Mine",
  ].join("\n");
  const contacts = "name,email,message\nAda,seller@example.com,Hello\nBo,bo@example.com,Hello\n";
  for (const mode of ["check", "import"])
    for (const [url, text, lines] of [
      ["/api/leads/import", file, [2, 3]],
      ["/api/contact/admin/import", contacts, [2]],
    ] as const) {
      const answer = await importText(site, limited, `${url}?mode=${mode}`, text);
      expect(answer.json().report, `${url} ${answer.body}`).toMatchObject({
        made: 1,
        skipped: lines.map((line) => ({ line, reason: BELONGS_TO_COLLEAGUE })),
      });
    }
  const { rows } = await sql`select id from notes where lead_id = ${leadId}`.execute(site.database.read);
  expect(rows).toEqual([]);
  const whole = (await importText(site, owner, "/api/leads/import?mode=check", file)).json().report;
  expect(JSON.stringify(whole)).not.toContain(BELONGS_TO_COLLEAGUE);
});

test("the report of campaigns counts for a limited person what they see", async () => {
  const { owner, limited } = await startWithTheirs();
  for (const by of ["source", "campaign", "landing-page"])
    for (const range of ["", "&from=2026-11-01", "&from=2026-11-20&to=2026-11-20"]) {
      const counted = async (admin: Admin) => {
        const { rows } = (await admin.call("GET", `/api/campaigns/report?by=${by}&touch=first${range}`)).json();
        return (rows as { leads: number }[]).reduce((sum, { leads }) => sum + leads, 0);
      };
      expect([await counted(owner), await counted(limited)], by + range).toEqual([2, 1]);
    }
});

/** See limited-reads.ts: a table that the database fills by itself holds counts and texts of all. */
test("every table that triggers fill is limited", async () => {
  const { database } = await startSite();
  const limited = new Set([people, inquiries, deals].flatMap(({ limits }) => limits.map(({ table }) => table)));
  const filled =
    database.engine === "sqlite"
      ? sql<{ text: string }>`select sql as text from sqlite_schema where type = 'trigger'`
      : sql<{ text: string }>`select prosrc as text from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
          where nspname = current_schema() and prolang = (select oid from pg_language where lanname = 'plpgsql')`;
  const { rows } = await filled.execute(database.read);
  const tables = new Set(rows.flatMap(({ text }) => [...text.matchAll(/insert into (\w+)/g)].map(([, name]) => name)));
  // An index is read by the rows that it is of.
  const unlimited = [...tables].filter((name) => !limited.has(name ?? "") && !name?.endsWith("_search"));
  expect(unlimited).toEqual([]);
  expect(tables.size).toBeGreaterThan(1);
});

test("mail about a colleague's lead goes out though a limited person's request wakes the worker", async () => {
  const smtp = await startMailServer();
  const { site, limited, freeLeadId } = await startWithTheirs({ SMTP_URL: smtp.url, WORKER_POLL_SECONDS: "3600" });
  const later = new Date(site.clock.now().getTime() + 60_000).toISOString();
  await site.database.transaction((trx) => sql`update mails set next_try_at = ${later}`.execute(trx));
  site.site.mail.start();
  // Nothing is due, so that only the request below wakes it.
  await site.site.mail.sendDue();
  site.clock.set(later);
  // Over a socket: its answer is sent in the context of the request.
  const url = await site.app.listen({ port: 0, host: "127.0.0.1" });
  const claimed = await fetch(`${url}/api/leads/${freeLeadId}/claim`, {
    method: "POST",
    headers: { authorization: `Bearer ${limited.session.accessToken}`, "content-type": "application/json" },
    body: "{}",
  });
  expect(claimed.status).toBe(200);
  await expect.poll(() => smtp.mails.some(({ to }) => to.includes(SELLER.email)), SOON).toBe(true);
  const withdrawn = await sql`select id from mails where state = 'withdrawn'`.execute(site.database.read);
  expect(withdrawn.rows).toEqual([]);
});

test("a limited person's page that is open first keeps nothing from the others", async () => {
  const { site, owner, limited, leadId } = await startWithTheirs();
  const other = await startSite({ env: { RATE_LIMIT: "off", ...databaseOf(site) } });
  const url = await site.app.listen({ port: 0, host: "127.0.0.1" });
  const own = await hear(url, limited.session.accessToken);
  await expect.poll(own.lastId, SOON).not.toBe("");
  const all = await hear(url, owner.session.accessToken);
  await expect.poll(all.lastId, SOON).not.toBe("");
  const headers = { authorization: `Bearer ${owner.session.accessToken}` };
  const heard = () => all.changes().filter(({ id }) => id === leadId).length;
  // The first can be read by what the owner's page set off.
  for (let round = 0; round < 3; round++) {
    const before = heard();
    const answer = await post(other, `/api/leads/${leadId}/notes`, { text: `Theirs ${round}` }, { headers });
    expect(answer.statusCode, answer.body).toBe(201);
    await expect.poll(heard, { timeout: 8_000, interval: 20 }).toBeGreaterThan(before);
  }
  expect(own.changes().some(({ id }) => id === leadId)).toBe(false);
});

const OTHER_HOUSE = { street: "9 Other Road", city: "Springfield", state: "IL", zipCode: "62704" };

/** A seller of the owner's, and one of nobody's. */
async function startWithTheirs(env: Record<string, string> = {}) {
  const site = await startSite({ env: { RATE_LIMIT: "off", ...env } });
  const owner = await addSignedIn(site, { email: "dana@example.com" });
  const limited = await addSignedIn(site, { email: "vic@example.com", ownLeadsOnly: true });
  const [theirs, free] = await freeSlots(site, 2);
  await bookMeeting(site, {
    ...SELLER,
    lastName: "Quartermaine",
    meetingDate: theirs?.date,
    meetingTime: theirs?.time,
  });
  const leadId = await leadOf(owner, "Quartermaine");
  const step = { what: "Call", dueDay: "2026-11-23", assigneeId: owner.user.id };
  expect((await owner.call("POST", `/api/leads/${leadId}/next-steps`, step)).statusCode).toBe(201);
  const person = { email: "free@example.com", phone: "3125550202", lastName: "Abernathy" };
  await bookMeeting(site, { ...person, meetingDate: free?.date, meetingTime: free?.time });
  return { site, owner, limited, leadId, freeLeadId: await leadOf(owner, "Abernathy") };
}

async function leadOf(admin: Admin, name: string): Promise<string> {
  return (await admin.call("GET", `/api/leads?search=${name}`)).json().leads[0]._id;
}

function importText(site: TestSite, { session }: Admin, url: string, text: string) {
  const headers = { authorization: `Bearer ${session.accessToken}`, "content-type": "text/csv" };
  return post(site, url, text, { headers });
}
