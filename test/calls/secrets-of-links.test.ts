// Keys call every route that is open to them, and no answer holds a secret of a link.
import { createECDH } from "node:crypto";
import { expect, test } from "vitest";
import { authSecret } from "#accounts/users/server/secret.ts";
import { createOfferLinks } from "#deals/offers/server/offer-links.ts";
import { createVerificationLinks } from "#deals/privacy/server/verification-links.ts";
import { createManageLinks } from "#inquiries/bookings/server/visitor/manage-links.ts";
import { keysOf } from "#platform/server/links/derive-key.ts";
import { addAccount, addSignedIn } from "../accounts.ts";
import { rightRows } from "../import-files.ts";
import { newOfferContent } from "../offers.ts";
import { newBooking, newCall } from "../people.ts";
import { ask, confirm, openMails, tokenFor } from "../privacy-requests.ts";
import { bookMeeting, post, sendContactMessage } from "../requests.ts";
import { draftOffer, sentOffer } from "../sent-offers.ts";
import { startSite, type TestSite } from "../server.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Call = readonly [name: string, url?: string | undefined, body?: object | string | undefined];

const EMAIL = "renee@example.com";
/** Their links are made again from the record's id. */
const SIGNED = [createManageLinks, createOfferLinks, createVerificationLinks];
const VIDEO_CALL = "https://video.example/the-room-of-dana";
const LINK = { target: "/", source: "mail", medium: "letter", campaign: "spring", isRetired: false };

test("no answer to a key holds the secret of a link, on any route that a key may call", {
  timeout: 60_000,
}, async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const { made, secrets, token } = await siteWithLinks(site);
  const open = site.app.guardedRoutes.filter(({ config, method }) => config.programs && method !== "HEAD");
  const wanted = new Set(open.map(({ method, url }) => `${method} ${url.replace(/\/$/, "")}`));
  const answers: [string, string][] = [];
  for (const [name, url, body] of callsWith(made)) {
    const [method, route = ""] = name.split(" ");
    const answer = await site.app.inject({
      method: method as Method,
      url: url ?? route,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": typeof body === "string" ? "text/csv" : "application/json",
      },
      ...(body && { payload: body }),
    });
    expect(answer.statusCode, `${name} ${answer.body}`).toBeLessThan(300);
    wanted.delete(name);
    answers.push([name, answer.body + JSON.stringify(answer.headers)]);
  }
  expect([...wanted], "routes that this test does not call").toEqual([]);

  // Those in mail that the key itself has caused, too.
  secrets.push(...(await openMails(site)).flatMap(({ text }) => secretsIn(text)));
  expect(new Set(secrets).size).toBeGreaterThan(10);
  const told = answers.flatMap(([name, text]) =>
    [...new Set(secrets)].filter((secret) => text.includes(secret)).map((secret) => `${name}: ${secret}`),
  );
  expect(told).toEqual([]);
});

/** Behind "#", and in the path of stop links and calendar feeds. */
function secretsIn(text: string): string[] {
  return [...text.matchAll(/(?:#|\/stop\/|\/calendar\/)([\w-]{20,}(?:\.[\w-]{20,})*)/g)].map(
    ([, secret = ""]) => secret,
  );
}

/** One link of each kind, and what routes are about. */
async function siteWithLinks(site: TestSite) {
  const admin = await addSignedIn(site);
  const made: string[] = [];
  const make = async (url: string, body: object) => {
    const answer = await admin.call("POST", url, body);
    expect(answer.statusCode, answer.body).toBe(201);
    made.push(answer.body);
    return answer.json();
  };
  await addAccount(site, { email: "forgetful@example.com" });
  await post(site, "/api/auth/forgot-password", { email: "forgetful@example.com" });
  await make("/api/users/invitations", { email: "new@example.com", role: "user" });
  await make("/api/bookings/calendar-feeds", { name: "Phone" });
  const hook = { name: "Hook", url: "https://hooks.example.com/x", events: ["booking.created"] };
  const { secret } = await make("/api/webhooks/endpoints", hook);
  const { token } = await make("/api/keys", { name: "CRM", scope: "all", endsOn: "2026-12-31" });
  await ask(site);
  await confirm(site, await tokenFor(site));
  await sendContactMessage(site, { email: EMAIL });
  const stopToken = secretsIn((await openMails(site)).map(({ text }) => text).join("\n")).find(
    (text) => text.length === 45,
  );
  const source = { first: { landingPage: `/stop/${stopToken}`, at: "2026-11-20T15:00:00.000Z" } };
  const booked = await bookMeeting(site, { source, meetingType: "virtual" });
  const typed = await admin.call("PATCH", `/api/bookings/${booked.id}/whereabouts`, { place: VIDEO_CALL, hostId: "" });
  expect(typed.json()).toMatchObject({ told: VIDEO_CALL });
  made.push(booked.manageUrl);
  const { permissions } = (await post(site, "/api/manage-meeting/look-up", { token: booked.token })).json();
  const { booking } = (await admin.call("GET", `/api/bookings/${booked.id}/details`)).json();
  const lead = (await admin.call("GET", `/api/leads/${booking.leadId}`)).json().lead;
  const { offer } = await sentOffer(admin, lead._id);
  const draft = await draftOffer(admin, lead._id);
  const caller = await make("/api/leads/calls", newCall({ phone: "217 555 0188" }));
  const other = await make("/api/leads/calls", newCall({ phone: "217 555 0189" }));
  const spare = await draftOffer(admin, caller.leadId);
  const { personId } = (await admin.call("GET", `/api/offers/${offer._id}`)).json();
  const step = await make(`/api/leads/${caller.leadId}/next-steps`, { what: "Call", dueDay: "2026-12-01" });
  await make("/api/campaigns/links", { name: "elm", ...LINK });
  const curve = createECDH("prime256v1");
  const keys = { p256dh: curve.generateKeys("base64url"), auth: "A".repeat(22) };
  const device = { endpoint: "https://push.example.com/the-phone-of-dana", keys, device: "Phone" };
  expect((await admin.call("POST", "/api/push/subscriptions", device)).statusCode).toBe(201);
  const [message] = (await admin.call("GET", "/api/contact/admin/submissions")).json().contacts;
  const [task] = (await admin.call("GET", "/api/people/requests")).json().open;
  const { availability } = (await admin.call("GET", "/api/bookings/availability")).json();
  const [mail] = await site.database.transaction((trx) =>
    trx
      .updateTable("mails")
      .set({ state: "failed" })
      .where("kind", "=", "contact-staff-notice")
      .returning("id")
      .execute(),
  );
  // After the meeting.
  site.clock.set("2026-11-25T18:00:00.000Z");
  const logged = await site.app.inject({
    method: "POST",
    url: `/api/leads/${other.leadId}/log`,
    headers: { authorization: `Bearer ${token}` },
    payload: { channel: "call", outcome: "no-answer" },
  });
  const signed = SIGNED.flatMap((create) =>
    [booked.id, offer._id, draft._id, task._id].map((id) => create(keysOf(authSecret(site.config)), "").urlOf(id)),
  );
  const secrets = [
    ...[...made, ...signed].flatMap(secretsIn),
    secret,
    stopToken,
    permissions.token,
    VIDEO_CALL,
    device.endpoint,
    keys.p256dh,
  ];
  const ids = {
    sent: offer._id,
    draft: draft._id,
    spare: spare._id,
    mail: mail?.id ?? "",
    request: task._id,
    personId,
    logId: logged.json().logId as string,
  };
  const records = { booking, lead, message, caller, other, availability, step: step.lead.nextStep._id as string };
  return { made: { ...ids, ...records }, secrets, token };
}

type Made = Awaited<ReturnType<typeof siteWithLinks>>["made"];

/** Every route once, with what is there; what takes away comes last. */
function callsWith(made: Made): Call[] {
  const { booking, lead, message, caller } = made;
  const of = (area: string, id: string) => (rest: string, method: Method, body?: object) =>
    [`${method} /api/${area}/:id${rest}`, `/api/${area}/${id}${rest}`, body] as const;
  const get = (...urls: string[]): Call[] => urls.map((url) => [`GET ${url.split("?")[0]}`, url]);
  const file = (url: string, text: string): Call => [`POST ${url}`, `${url}?mode=check`, text];
  const [ofBooking, ofLead] = [of("bookings", booking._id), of("leads", lead._id)];
  const [ofMessage, ofMail] = [of("contact/admin/submissions", message._id), of("mail", made.mail)];
  const [ofSent, ofDraft] = [of("offers", made.sent), of("offers", made.draft)];
  const ofPerson = of("people", caller.personId);
  const { name, email, phone } = message;
  return [
    ...get("/api/bookings/list", "/api/bookings/list/total", "/api/bookings/stats", "/api/bookings/agenda"),
    ...get(
      "/api/bookings/day-sheet?date=2026-11-25",
      "/api/bookings/export/csv",
      "/api/leads/export/csv",
      "/api/leads/calls/export/csv",
      "/api/people/export/csv",
      "/api/bookings/availability",
    ),
    ...get("/api/bookings/availability/history", `/api/permissions?email=${EMAIL}`),
    ...get(`/api/permissions/state?email=${EMAIL}`, "/api/contact/admin/submissions", "/api/contact/admin/stats"),
    ...get(`/api/leads/callers?email=${EMAIL}`, "/api/people/search?search=ren", "/api/people/requests", "/api/leads"),
    ...get("/api/leads/board", "/api/day", "/api/leads/assignees", "/api/offers/promptness"),
    ...get("/api/analytics/activity", "/api/analytics/charts", "/api/analytics/first-contact"),
    ...get(
      "/api/campaigns/report?by=landing-page",
      "/api/campaigns/report/csv?by=landing-page",
      "/api/campaigns/known",
    ),
    ...get("/api/campaigns/spend", "/api/campaigns/spend/history", "/api/campaigns/links"),
    ...get("/api/mail/status", "/api/mail/failed"),
    ofBooking("/history", "GET"),
    ofBooking("/details", "GET"),
    ofMessage("", "GET"),
    ofMessage("/history", "GET"),
    ofLead("", "GET"),
    ofLead("/log", "GET"),
    ofLead("/notes", "GET"),
    ofLead("/offers", "GET"),
    ofSent("", "GET"),
    of("people/of-lead", lead._id)("", "GET"),
    of("people", made.personId)("", "GET"),
    of("mail/records", booking._id)("", "GET"),
    ofMail("", "GET"),
    ["GET /api/campaigns/links/:name/history", "/api/campaigns/links/elm/history"],
    ofPerson("/export", "POST"),

    ofBooking("/status", "PATCH", { status: "Completed" }),
    ofBooking("/notes", "PUT", { notes: "Called" }),
    ofBooking("/first-contact", "PATCH", { contacted: true }),
    ofBooking("/correction", "PATCH", { ...newBooking(), firstName: "Renate" }),
    ofBooking("/status", "PATCH", { status: "Scheduled" }),
    ofBooking("/no-show", "PATCH", { noShow: true }),
    ofMessage("/status", "PATCH", { status: "Resolved" }),
    ofMessage("/notes", "PATCH", { notes: "Called" }),
    ofMessage("/read", "PATCH"),
    ofMessage("/first-contact", "PATCH", { contacted: true }),
    ofMessage("/correction", "PATCH", { name, email, phone }),
    ["POST /api/leads", undefined, { name: "Jack", phone: "217 555 0191" }],
    ["POST /api/leads/calls", undefined, newCall({ phone: "217 555 0190" })],
    ofLead("/log", "POST", { channel: "call", outcome: "reached" }),
    ["DELETE /api/leads/:id/log/:logId", `/api/leads/${made.other.leadId}/log/${made.logId}`],
    ofLead("", "PATCH", { condition: "New roof" }),
    ofLead("/sleep", "POST", {}),
    ofLead("/sleep", "DELETE"),
    ofLead("/stage", "PATCH", { stage: "Met" }),
    ofLead("/amounts", "PATCH", { contractCents: 1 }),
    ofLead("/join", "POST", { leadId: caller.leadId }),
    ofLead("/role", "PATCH", { role: "heir" }),
    of("leads", caller.leadId)("/part", "POST"),
    ofLead("/next-steps", "POST", { what: "Call", dueDay: "2026-12-01" }),
    of("next-steps", made.step)("", "PATCH", { what: "Write" }),
    ofLead("/notes", "POST", { text: "Called" }),
    of("people/requests", made.request)("/done", "POST", { how: "Sent" }),
    ["POST /api/permissions/revocations", undefined, { email: EMAIL, channels: ["text"], words: "No", said: "phone" }],
    of("leads", made.other.leadId)("/offers", "POST"),
    ofDraft("", "PUT", newOfferContent()),
    ofDraft("/send", "POST", {}),
    ofDraft("/withdraw", "POST", {}),
    ["POST /api/campaigns/links", undefined, { name: "oak", ...LINK }],
    ["PUT /api/campaigns/links/:name", "/api/campaigns/links/elm", LINK],
    ["POST /api/campaigns/spend", undefined, { entries: [{ source: "mail", month: "2026-11", cents: 100 }] }],
    ["PUT /api/bookings/availability", undefined, { availability: made.availability }],
    ["POST /api/bookings/availability/check", undefined, made.availability],
    file("/api/bookings/import", rightRows(1)),
    file("/api/contact/admin/import", "Name,Email,Message\nJack,jack@example.com,Hello\n"),
    file("/api/leads/import", "Name,Email\nJack,jack@example.com\n"),
    file("/api/campaigns/spend/import", "Source,Month,Amount\nmail,2026-10,12\n"),
    ofMail("/retry", "POST"),
    ["POST /api/mail/failed/retry"],
    ["POST /api/mail/test"],

    of("offers", made.spare)("", "DELETE"),
    ofPerson("/merge", "POST", { personId: made.other.personId }),
    of("people", made.other.personId)("/part", "POST"),
    ofPerson("/erasure", "POST"),
    ofMessage("", "DELETE"),
    ["DELETE /api/campaigns/links/:name", "/api/campaigns/links/elm"],
  ];
}
