import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { findPart, header, parseMime } from "#test/mime.ts";
import { newCall } from "#test/people.ts";
import { startSiteWithMail } from "#test/server.ts";

const STAFF = "staff@porchlight.example";

/** An admin, and a program with a key of theirs. */
async function start() {
  const env = { RATE_LIMIT: "off", PUBLIC_URL: "https://homes.example.com", STAFF_EMAIL: STAFF };
  const { site, smtp } = await startSiteWithMail({ env });
  const { call } = await addSignedIn(site);
  const form = { name: "Answering service", scope: "write-leads", endsOn: "2026-12-31" };
  const { token } = (await call("POST", "/api/keys", form)).json();
  const enter = async (changes: object) => (await call("POST", "/api/leads/calls", newCall(changes))).json();
  const enterByProgram = (changes: object = {}) =>
    site.app.inject({
      method: "POST",
      url: "/api/leads/calls",
      headers: { authorization: `Bearer ${token}` },
      payload: newCall({ reached: undefined, ...changes }),
    });
  const letters = async () => {
    await site.site.mail.sendDue();
    return smtp.mails.splice(0).map(({ raw }) => parseMime(raw));
  };
  return { site, call, enter, enterByProgram, letters };
}

test("staff learn at once of a call that a program entered, with everything to call back", async () => {
  const { enterByProgram, letters } = await start();
  const heard = { source: "postcard" };
  const { leadId } = (await enterByProgram({ said: "After six, please.", heard })).json();
  const sent = await letters();
  expect(sent).toHaveLength(1);
  const [letter = parseMime("")] = sent;
  expect(header(letter, "subject")).toBe("New call: Walter Okonkwo, 12 Elm St, Springfield, IL 62704");
  const text = findPart(letter, "text/plain").text;
  for (const part of ['key "Answering service"', "(217) 555-0142", "Inherited", "postcard", "After six, please."])
    expect(text).toContain(part);
  expect(text).toContain(`https://homes.example.com/admin/pipeline/${leadId}`);
  expect(findPart(letter, "text/html").text).toContain("tel:+12175550142");
});

test("both reminders of a call come once, and not for who was reached since or whose lead has ended", async () => {
  const { site, call, enter, letters } = await start();
  await enter({ reached: false });
  const { leadId } = await enter({ name: "Cora", phone: "217-555-0177", reached: false });
  const lost = { stage: "Lost", reason: "sold-elsewhere" };
  expect((await call("PATCH", `/api/leads/${leadId}/stage`, lost)).statusCode).toBe(200);
  await enter({ name: "Peter", phone: "217-555-0188", reached: false });
  await enter({ name: "Peter", phone: "217-555-0188" });
  expect(await letters()).toEqual([]);
  site.clock.advance(7 * 86_400);
  expect((await letters()).map((letter) => header(letter, "subject"))).toEqual([
    "Still waiting for a call: Walter Okonkwo, 12 Elm St, Springfield, IL 62704",
    "Last reminder: still waiting for a call: Walter Okonkwo, 12 Elm St, Springfield, IL 62704",
  ]);
  expect(await letters()).toEqual([]);
});
