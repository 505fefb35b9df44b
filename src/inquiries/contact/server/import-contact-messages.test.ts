import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { post, sendContactMessage } from "#test/requests.ts";
import { startSite, type TestSite } from "#test/server.ts";

let count = 0;

async function send(site: TestSite, file: string, mode = "import") {
  const { session } = await addSignedIn(site, { email: `dana${count++}@example.com` });
  return post(site, `/api/contact/admin/import?mode=${mode}`, file, {
    headers: { authorization: `Bearer ${session.accessToken}`, "content-type": "text/csv" },
  });
}

test("contacts from a file become messages, those that are there are left out, and nobody is mailed", async () => {
  const site = await startSite();
  await sendContactMessage(site, { message: "Hello" });
  const before = await site.database.read.selectFrom("mails").select("id").execute();
  const file = [
    "name,email,phone,subject,message,status,notes,created at",
    "Tomás Ahlgren,TOMAS@example.com,,offer,Hello,,,",
    'Zoë Ünal,zoe@example.com,217.555.0177,Cash Offer,"Two\nlines",resolved,Called back,2024-05-01T12:00:00-05:00',
    'Zoë Ünal,zoe@example.com,,,"Two\nlines",,,',
    "Ada Byron,ada@example.com,,,What now?,,,",
  ].join("\n");
  const answer = await send(site, file);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json().report).toMatchObject({ rows: 4, made: 2, problems: [] });
  expect(answer.json().report.skipped).toEqual([
    { line: 2, reason: "This message exists already" },
    { line: 5, reason: "The same message as in line 3" },
  ]);
  const admin = await addSignedIn(site);
  const { contacts } = (await admin.call("GET", "/api/contact/admin/submissions")).json();
  expect(contacts[2]).toMatchObject({
    name: "Zoë Ünal",
    phone: "2175550177",
    subject: "offer",
    message: "Two\nlines",
    status: "Resolved",
    notes: "Called back",
    read: true,
    createdAt: "2024-05-01T17:00:00.000Z",
  });
  const ada = contacts.find(({ name }: { name: string }) => name === "Ada Byron");
  expect(ada).toMatchObject({ name: "Ada Byron", subject: "general", status: "New", read: false });
  expect(await site.database.read.selectFrom("mails").select("id").execute()).toHaveLength(before.length);
  expect((await admin.call("GET", "/api/contact/admin/stats")).json()).toMatchObject({ total: 3, new: 2, resolved: 1 });
});

test("one wrong line keeps all of them out, and every wrong cell is named", async () => {
  const site = await startSite();
  const file = "Name,Email,Message,Subject,Status\nAda,ada@example.com,Hi,,\n,ada,,Weather,Open\n";
  const answer = await send(site, file);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().report.problems).toEqual([
    { line: 3, column: "Subject", reason: expect.stringContaining("Cash Offer") },
    { line: 3, column: "Status", reason: expect.stringContaining("In Progress") },
    { line: 3, column: "Name", reason: "Name is required" },
    { line: 3, column: "Email", reason: "Please enter a valid email address" },
    { line: 3, column: "Message", reason: "Message is required" },
  ]);
  expect(await site.database.read.selectFrom("contact_messages").select("id").execute()).toEqual([]);
});

test("a file of contacts that lacks a column is refused by its name", async () => {
  const site = await startSite();
  const answer = await send(site, "Name,Message\nAda,Hi\n", "check");
  expect([answer.statusCode, answer.json().message]).toEqual([
    400,
    "The file lacks the column Email. The first line of a file must name its columns.",
  ]);
});
