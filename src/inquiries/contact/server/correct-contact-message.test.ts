import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { sendContactMessage } from "#test/requests.ts";
import { startSite } from "#test/server.ts";

const CORRECTION = { name: "Thomas Ahlgrén", email: "thomas@example.org", phone: "" };

async function siteWithMessage() {
  const site = await startSite();
  const { call } = await addSignedIn(site);
  await sendContactMessage(site);
  const list = async (search = "") =>
    (await call("GET", `/api/contact/admin/submissions?search=${encodeURIComponent(search)}`)).json().contacts;
  const [message] = await list();
  const path = `/api/contact/admin/submissions/${message._id}`;
  const correct = (changes: object = {}) =>
    call("PATCH", `${path}/correction`, { version: 1, ...CORRECTION, ...changes });
  return { call, list, path, message, correct };
}

test("a corrected message is found by its new name and e-mail, no longer by the old ones, and still by its words", async () => {
  const { call, list, correct } = await siteWithMessage();
  const answer = await correct();
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json().contact).toMatchObject({ name: CORRECTION.name, email: CORRECTION.email, version: 2 });
  expect(answer.json().contact).not.toHaveProperty("phone");
  for (const search of ["thomas ahlgren", "thomas@example.org", "needs a roof"])
    expect(await list(search), search).toHaveLength(1);
  for (const search of ["tomás", "tomas@example.com"]) expect(await list(search), search).toEqual([]);
  expect((await call("GET", "/api/people?email=Thomas@example.org")).json().messages).toHaveLength(1);
});

test("the audit log names the corrected fields of a message and not what they held", async () => {
  const { call, path, correct } = await siteWithMessage();
  await correct();
  await correct({ version: 2 });
  const { history } = (await call("GET", `${path}/history`)).json();
  expect(history).toMatchObject([{ actor: "dana@example.com", action: "corrected", to: "Name, Email, Phone" }, {}]);
  expect(JSON.stringify(history)).not.toMatch(/thomas|tom[aá]s/i);
});

test("a correction of an older state of a message is refused with the present one, and a wrong one at its fields", async () => {
  const { message, correct } = await siteWithMessage();
  const wrong = await correct({ name: "", email: "x", phone: "1" });
  expect(Object.keys(wrong.json().fields)).toEqual(["name", "email", "phone"]);
  await correct({ status: "Resolved", message: "Other words" });
  const refused = await correct({ name: "Tom" });
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    code: "changed_meanwhile",
    contact: { name: CORRECTION.name, status: message.status, message: message.message, version: 2 },
  });
});

test("the export has what the person entered beside the first and every later correction, and an erasure takes both", async () => {
  const { call, correct } = await siteWithMessage();
  await correct();
  await correct({ version: 2, name: "Tom" });
  const exported = async () => (await call("POST", "/api/people/export", { email: CORRECTION.email })).json();
  const [message] = (await exported()).contactMessages;
  expect(message).toMatchObject({ name: "Tom", email: CORRECTION.email });
  expect(JSON.parse(message.typed)).toEqual({
    name: "Tomás Ahlgren",
    email: "tomas@example.com",
    phone: "(217) 555-0177",
  });
  await call("POST", "/api/people/erasure", { email: CORRECTION.email });
  expect(JSON.stringify(await exported())).not.toMatch(/tomás|tomas@/i);
});
