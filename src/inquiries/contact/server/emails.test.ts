import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { findPart, header, parseMime } from "#test/mime.ts";
import { sendContactMessage } from "#test/requests.ts";
import { startSiteWithMail } from "#test/server.ts";
import type { TestSmtp } from "#test/smtp.ts";

const STAFF = "staff@porchlight.example";

const start = () =>
  startSiteWithMail({ env: { RATE_LIMIT: "off", PUBLIC_URL: "https://homes.example.com", STAFF_EMAIL: STAFF } });

function messageTo(smtp: TestSmtp, address: string) {
  const mail = smtp.mails.find(({ to }) => to[0] === address);
  if (!mail) throw new Error(`No mail to ${address}.`);
  return parseMime(mail.raw);
}

test("a message is acknowledged without being repeated, so that nobody can write to others through us", async () => {
  const { site, smtp } = await start();
  await sendContactMessage(site, { name: "Win a prize <b>now</b>" });
  await site.site.mail.sendDue();
  const message = messageTo(smtp, "tomas@example.com");
  expect(header(message, "subject")).toBe("Your message has arrived (Cash Offer)");
  expect(header(message, "reply-to")).toContain("hello@porchlight.example");
  for (const type of ["text/plain", "text/html"]) {
    const { text } = findPart(message, type);
    expect(text).toContain("Your message has arrived.");
    expect(text).not.toContain("How much for my house?");
    expect(text).not.toContain("prize");
  }
});

test("staff read the whole message, can call at a tap, and answer the visitor directly", async () => {
  const { site, smtp } = await start();
  await sendContactMessage(site, { message: "How much?\n<b>It needs a roof.</b>" });
  await site.site.mail.sendDue();
  const message = messageTo(smtp, STAFF);
  expect(header(message, "subject")).toBe("New message: Tomás Ahlgren, Cash Offer");
  expect(header(message, "reply-to")).toBe("Tomás Ahlgren <tomas@example.com>");
  expect(findPart(message, "text/plain").text).toContain("<b>It needs a roof.</b>");
  const html = findPart(message, "text/html").text;
  expect(html).toContain("How much?<br>&lt;b&gt;It needs a roof.&lt;/b&gt;");
  expect(html).toContain("tel:+12175550177");
  expect(html).toMatch(/https:\/\/homes\.example\.com\/admin\/contacts\?contact=[0-9a-z]{26}/);
});

test("a message that is deleted before its mails are sent has no mail left to send", async () => {
  const { site, smtp } = await start();
  const { call } = await addSignedIn(site);
  await sendContactMessage(site);
  const { contacts } = (await call("GET", "/api/contact/admin/submissions")).json();
  expect((await call("DELETE", `/api/contact/admin/submissions/${contacts[0]._id}`)).statusCode).toBe(200);
  await site.site.mail.sendDue();
  expect(smtp.mails).toEqual([]);
});

test("a message without a phone number has no line for it", async () => {
  const { site, smtp } = await start();
  await sendContactMessage(site, { phone: undefined });
  await site.site.mail.sendDue();
  expect(findPart(messageTo(smtp, STAFF), "text/plain").text).not.toContain("Phone:");
});
