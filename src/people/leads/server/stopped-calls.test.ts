// What staff are asked to do about a person who has stopped calls.
import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { findPart, header, parseMime } from "#test/mime.ts";
import { newBooking, newContactMessage } from "#test/people.ts";
import { bookMeeting, sendContactMessage } from "#test/requests.ts";
import { startSiteWithMail } from "#test/server.ts";

const STAFF = "hello@porchlight.example";

test("no e-mail asks staff to call a person who has stopped calls, at once or when they wait too long", async () => {
  const { site, smtp } = await startSiteWithMail({ env: { RATE_LIMIT: "off", STAFF_EMAIL: STAFF } });
  const { call } = await addSignedIn(site);
  await bookMeeting(site);
  await sendContactMessage(site);
  const stop = { channels: ["call"], words: "Please do not call me.", said: "phone" };
  for (const { email } of [newBooking(), newContactMessage()])
    expect((await call("POST", "/api/permissions/revocations", { ...stop, email })).statusCode).toBe(201);
  await site.site.mail.sendDue();
  site.clock.set("2026-11-20T17:00:00.000Z");
  await site.site.mail.sendDue();

  const toStaff = smtp.mails.filter(({ to }) => to.includes(STAFF)).map(({ raw }) => parseMime(raw));
  expect(toStaff).toHaveLength(4);
  for (const mail of toStaff) {
    const said = `${header(mail, "subject")}\n${findPart(mail, "text/plain").text}`;
    expect(said).toContain("do not call");
    expect(said).not.toMatch(/call back|or call|call now|waiting for a call/i);
  }
  const asked = toStaff.filter((mail) => findPart(mail, "text/plain").text.includes("asked not to be called"));
  expect(asked).toHaveLength(3);
});
