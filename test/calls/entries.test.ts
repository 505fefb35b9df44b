// What the audit log must not lack: every call and every command that changes or exports something.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { currentFacts } from "#company/facts/facts.ts";
import type { Facts } from "#company/facts/schema.ts";
import { holdSite } from "#delivery/removals/server/hold.ts";
import { siteAvailability } from "#inquiries/bookings/availability.ts";
import { scripts } from "#package.json" with { type: "json" };
import { VISITOR } from "#platform/audit-log.ts";
import { addSignedIn, login, PASSWORD } from "../accounts.ts";
import { aboveDatabase } from "../drill.ts";
import { rightRows } from "../import-files.ts";
import { newOfferContent } from "../offers.ts";
import { newCall } from "../people.ts";
import { photo, uploadPicture } from "../pictures.ts";
import { ask, confirm } from "../privacy-requests.ts";
import { emptyFolder } from "../programs/backups.ts";
import { bookMeeting, post, sendContactMessage } from "../requests.ts";
import { addApp, callsWith, codeOf, partyOf } from "../second-factor/accounts.ts";
import { Authenticator } from "../second-factor/authenticator.ts";
import { databaseOf, sentMails, startSite, startSiteWithMail, type TestSite } from "../server.ts";
import type { TestSmtp } from "../smtp.ts";

type Admin = Awaited<ReturnType<typeof addSignedIn>>;
type Walk = Admin & { site: TestSite; smtp: TestSmtp; booking: string; lead: string; message: string };
type Step = (walk: Walk) => Promise<{ statusCode: number; body: string }>;

const ROOT = join(import.meta.dirname, "../..");
// Every command is a separate process.
const SLOW = { timeout: 60_000 };
const [DANA, RENEE, TOMAS] = ["dana@example.com", "renee@example.com", "tomas@example.com"];
const NEW_PASSWORD = "eleven dry raincoats";
const SHORT_LINK = {
  name: "elm-street",
  target: "/",
  source: "postcard",
  medium: "",
  campaign: "elm",
  isRetired: false,
};
const HOOK = { name: "The CRM", url: "https://hooks.example.com/", events: ["booking.created"] };

const OF_THE_ACCOUNT = "concerns only the account itself, which sees it there";
const READS = "changes nothing that stays";
const BY_VISITORS = "is done by visitors; it is kept with the record";

/** The routes without an entry, and why. */
const WITHOUT_ENTRY: Record<string, string> = {
  "POST /api/policy-reports": "is sent by browsers, and goes to the log",
  "POST /api/auth/login": "begins a session, which the account sees",
  "POST /api/auth/login/second-factor": "begins a session, which the account sees",
  "POST /api/auth/passkey": "begins a session, which the account sees",
  "POST /api/auth/passkey/options": READS,
  "POST /api/auth/refresh": "continues a session",
  "POST /api/auth/logout": "ends one's own session",
  "POST /api/auth/register": BY_VISITORS,
  "POST /api/auth/invitation": READS,
  "POST /api/auth/forgot-password": "asks for a link; using it has an entry",
  "POST /api/account/confirmation": "asks for a link",
  "POST /api/account/email": "asks for a link; using it has an entry",
  "POST /api/account/proof": READS,
  "POST /api/account/proof/second-factor": READS,
  "POST /api/account/proof/second-factor/options": READS,
  "POST /api/account/totp": "counts only once it is confirmed, which has an entry",
  "POST /api/account/passkeys/options": READS,
  "PATCH /api/account/passkeys/:id": OF_THE_ACCOUNT,
  "PUT /api/leads/morning-mail": OF_THE_ACCOUNT,
  "POST /api/push/subscriptions": OF_THE_ACCOUNT,
  "DELETE /api/push/subscriptions": OF_THE_ACCOUNT,
  "POST /api/push/test": READS,
  "POST /api/push/acts": "takes a lead as POST /api/leads/:id/claim does, which has an entry",
  "POST /api/bookings/availability/check": READS,
  "PATCH /api/site/draft": "has one entry for a sitting, as PUT /api/site/draft",
  "POST /api/bookings": BY_VISITORS,
  "POST /api/manage-meeting/look-up": READS,
  "POST /api/manage-meeting/move": BY_VISITORS,
  "POST /api/manage-meeting/cancel": BY_VISITORS,
  "POST /stop/:token": BY_VISITORS,
  "POST /api/stop/:token": BY_VISITORS,
  "POST /stop-reminders/:id": BY_VISITORS,
  "POST /api/contact": BY_VISITORS,
  "POST /api/call-backs": BY_VISITORS,
  "POST /api/privacy/requests": BY_VISITORS,
  "POST /api/privacy/requests/confirmation": BY_VISITORS,
  "POST /api/offers/view": BY_VISITORS,
  "POST /api/offers/answer": BY_VISITORS,
};

const CHANGES_OR_EXPORTS = /^(?!GET|HEAD)|^GET .*(export|csv$)/;

/** Each is called in this order, by an admin or with the link that an admin got in an e-mail. */
const WITH_ENTRY: Record<string, Step> = {
  "PUT /api/bookings/availability": ({ call }) =>
    call("PUT", "/api/bookings/availability", {
      availability: { ...siteAvailability(currentFacts()), minimumNoticeMinutes: 300 },
    }),
  "POST /api/bookings/calendar-feeds": ({ call }) => call("POST", "/api/bookings/calendar-feeds", { name: "Phone" }),
  "DELETE /api/bookings/calendar-feeds/:id": async ({ call }) => {
    const { feeds } = (await call("GET", "/api/bookings/calendar-feeds")).json();
    return call("DELETE", `/api/bookings/calendar-feeds/${feeds[0]._id}`);
  },
  "POST /api/site/pictures": async ({ site, session }) =>
    uploadPicture({ app: site.app, session }, await photo(40, 30).jpeg().toBuffer()),
  "PUT /api/site/draft": (walk) => writeDraft(walk, (facts) => ({ ...facts, eraseLeadsAfterDays: 900 })),
  "POST /api/site/publish": ({ call }) => call("POST", "/api/site/publish", { version: 1 }),
  "POST /api/site/versions/:number/publish": async (walk) => {
    const renamed = (facts: Facts) => ({ ...facts, company: { ...facts.company, contactPerson: "Nora" } });
    const { draft } = (await writeDraft(walk, renamed)).json();
    expect((await walk.call("POST", "/api/site/publish", { version: draft.version })).statusCode).toBe(200);
    return walk.call("POST", "/api/site/versions/2/publish");
  },
  "POST /api/removals/hold/release": async ({ site, call }) => {
    const now = site.clock.now();
    await site.database.transaction((trx) => holdSite(trx, { backupAt: now.toISOString(), reason: "missing", now }));
    return call("POST", "/api/removals/hold/release");
  },
  "GET /api/bookings/export/csv": ({ call }) => call("GET", "/api/bookings/export/csv"),
  "GET /api/campaigns/report/csv": ({ call }) => call("GET", "/api/campaigns/report/csv?by=source"),
  "GET /api/leads/export/csv": ({ call }) => call("GET", "/api/leads/export/csv"),
  "GET /api/leads/calls/export/csv": ({ call }) => call("GET", "/api/leads/calls/export/csv"),
  "GET /api/people/export/csv": ({ call }) => call("GET", "/api/people/export/csv"),
  "GET /api/audit-log/export/csv": ({ call }) => call("GET", "/api/audit-log/export/csv"),

  "POST /api/bookings/import": (walk) => sendFile(walk, "/api/bookings/import", rightRows(1)),
  "PATCH /api/bookings/:id/first-contact": (walk) => change(walk, "first-contact", { contacted: true }),
  "PUT /api/bookings/:id/notes": ({ call, booking }) =>
    call("PUT", `/api/bookings/${booking}/notes`, { notes: "Dog in the yard." }),
  "PATCH /api/bookings/:id/correction": async (walk) => {
    const { booking } = (await walk.call("GET", `/api/bookings/${walk.booking}/details`)).json();
    const { version, lastName, email, phone, propertyAddress } = booking;
    return change(walk, "correction", { version, firstName: "René", lastName, email, phone, propertyAddress });
  },
  "PATCH /api/bookings/:id/status": (walk) => change(walk, "status", { status: "Completed" }),
  "PATCH /api/bookings/:id/no-show": async (walk) => {
    const before = walk.site.clock.now().toISOString();
    walk.site.clock.set("2026-11-25T17:00:00.000Z");
    const session = await addSignedIn(walk.site, { email: "later@example.com" });
    const answer = await change({ ...walk, call: session.call }, "no-show", { noShow: true });
    walk.site.clock.set(before);
    return answer;
  },
  "PATCH /api/bookings/:id/whereabouts": async (walk) => {
    const { id } = await bookMeeting(walk.site, {
      meetingType: "virtual",
      meetingTime: "2:00 PM",
      email: "video@example.com",
    });
    return walk.call("PATCH", `/api/bookings/${id}/whereabouts`, { place: "https://video.example/x", hostId: "" });
  },
  "POST /api/permissions/revocations": ({ call }) =>
    call("POST", "/api/permissions/revocations", { email: TOMAS, channels: ["email"], said: "phone", words: "No." }),

  "POST /api/contact/admin/import": (walk) =>
    sendFile(walk, "/api/contact/admin/import", "name,email,message\nAda Byron,ada@example.com,What now?\n"),
  "PATCH /api/contact/admin/submissions/:id/read": ({ call, message }) => call("PATCH", `${message}/read`),
  "PATCH /api/contact/admin/submissions/:id/first-contact": ({ call, message }) =>
    call("PATCH", `${message}/first-contact`, { contacted: true }),
  "PATCH /api/contact/admin/submissions/:id/notes": ({ call, message }) =>
    call("PATCH", `${message}/notes`, { notes: "Has time." }),
  "PATCH /api/contact/admin/submissions/:id/status": ({ call, message }) =>
    call("PATCH", `${message}/status`, { status: "Resolved" }),
  "PATCH /api/contact/admin/submissions/:id/correction": async ({ call, message }) => {
    const { version } = (await call("GET", message)).json().contact;
    return call("PATCH", `${message}/correction`, { name: "Tom Ahlgren", email: TOMAS, version });
  },
  "DELETE /api/contact/admin/submissions/:id": ({ call, message }) => call("DELETE", message),

  "POST /api/leads": async ({ site, call }) => {
    const key = { name: "Vendor", scope: "add-leads", endsOn: "2026-12-31" };
    const { token } = (await call("POST", "/api/keys", key)).json();
    for (const phone of ["(217) 555-0196", "(217) 555-0197"]) await post(site, "/api/leads", { key: token, phone });
    return post(site, "/api/leads", { key: token, name: "Vera Lind", phone: "(217) 555-0198" });
  },
  "POST /api/leads/calls": ({ call }) => call("POST", "/api/leads/calls", newCall({ phone: "(217) 555-0199" })),
  "POST /api/leads/:id/log": ({ call, lead }) =>
    call("POST", `${lead}/log`, { channel: "call", outcome: "left-message" }),
  "DELETE /api/leads/:id/log/:logId": async ({ call, lead }) => {
    const [{ _id }] = (await call("GET", `${lead}/log`)).json().log;
    return call("DELETE", `${lead}/log/${_id}`);
  },
  "PATCH /api/leads/:id": ({ call, lead }) => call("PATCH", lead, { condition: "New roof" }),
  "POST /api/leads/:id/claim": async ({ site, call }) => call("POST", `${await waitingLead(site, call)}/claim`, {}),
  "DELETE /api/leads/:id/claim": async ({ site, call }) => {
    const waiting = await waitingLead(site, call);
    await call("POST", `${waiting}/claim`, {});
    return call("DELETE", `${waiting}/claim`);
  },
  "PUT /api/roster": ({ call }) => call("PUT", "/api/roster", { shifts: [], ownerId: "" }),
  "PUT /api/roster/day-off": ({ call }) => call("PUT", "/api/roster/day-off", { off: true }),
  "POST /api/leads/:id/sleep": ({ call, lead }) => call("POST", `${lead}/sleep`, {}),
  "DELETE /api/leads/:id/sleep": ({ call, lead }) => call("DELETE", `${lead}/sleep`),
  "PATCH /api/leads/:id/amounts": async ({ call, lead }) => {
    const { version } = (await call("GET", lead)).json().lead;
    return call("PATCH", `${lead}/amounts`, { contractCents: 100, version });
  },
  "POST /api/leads/:id/next-steps": ({ call, lead }) =>
    call("POST", `${lead}/next-steps`, { what: "Call back", dueDay: "2026-11-23" }),
  "PATCH /api/next-steps/:id": async ({ call, lead }) => {
    const { nextStep } = (await call("GET", lead)).json().lead;
    return call("PATCH", `/api/next-steps/${nextStep._id}`, { done: true });
  },
  "POST /api/leads/:id/notes": ({ call, lead }) => call("POST", `${lead}/notes`, { text: "Her brother decides." }),
  "POST /api/leads/import": (walk) => sendFile(walk, "/api/leads/import", "Name,Email\nZoë Ünal,zoe@example.com\n"),
  "POST /api/leads/:id/offers": ({ call, lead }) => call("POST", `${lead}/offers`),
  "PUT /api/offers/:id": async (walk) => {
    const { _id, version } = await latestOffer(walk);
    return walk.call("PUT", `/api/offers/${_id}`, { ...newOfferContent(), version });
  },
  "POST /api/offers/:id/send": async (walk) => {
    const { _id, version } = await latestOffer(walk);
    return walk.call("POST", `/api/offers/${_id}/send`, { version });
  },
  "POST /api/offers/:id/withdraw": async (walk) => {
    const { _id, version } = await latestOffer(walk);
    return walk.call("POST", `/api/offers/${_id}/withdraw`, { version });
  },
  "DELETE /api/offers/:id": async (walk) => {
    await walk.call("POST", `${walk.lead}/offers`);
    return walk.call("DELETE", `/api/offers/${(await latestOffer(walk))._id}`);
  },
  "POST /api/leads/:id/join": async ({ call, lead }) => {
    const { leads } = (await call("GET", "/api/leads?search=Walter")).json();
    return call("POST", `${lead}/join`, { leadId: leads[0]._id });
  },
  "PATCH /api/leads/:id/role": ({ call, lead }) => call("PATCH", `${lead}/role`, { role: "heir" }),
  "POST /api/leads/:id/part": async ({ call, lead }) => {
    const { joined } = (await call("GET", lead)).json().lead;
    return call("POST", `/api/leads/${joined[0]._id}/part`, {});
  },
  "PATCH /api/leads/:id/stage": async ({ call, lead }) => {
    const { version } = (await call("GET", lead)).json().lead;
    return call("PATCH", `${lead}/stage`, { stage: "Lost", reason: "price", version });
  },

  "POST /api/people/export": ({ call }) => call("POST", "/api/people/export", { email: RENEE }),
  "POST /api/people/:id/export": async ({ call }) =>
    call("POST", `/api/people/${await personOf(call, "Walter")}/export`),
  "POST /api/people/:id/merge": async ({ call }) => {
    const [into, personId] = [await personOf(call, "Walter"), await personOf(call, "Zoë")];
    return call("POST", `/api/people/${into}/merge`, { personId });
  },
  "POST /api/people/:id/part": async ({ call }) => {
    const { identities } = (await call("GET", `/api/people/${await personOf(call, "Walter")}`)).json();
    return call("POST", `/api/people/${identities[1]._id}/part`, {});
  },
  "POST /api/people/:id/erasure": async ({ call }) =>
    call("POST", `/api/people/${await personOf(call, "Walter")}/erasure`),
  "POST /api/people/requests/:id/done": async ({ call }) => {
    const { open } = (await call("GET", "/api/people/requests")).json();
    return call("POST", `/api/people/requests/${open[0]._id}/done`, { how: "By phone" });
  },
  "POST /api/people/erasure": ({ call }) => call("POST", "/api/people/erasure", { email: "ada@example.com" }),

  "POST /api/campaigns/spend": ({ call }) => {
    const entries = [{ source: "postcard", campaign: "elm", month: "2026-10", cents: 5_000 }];
    return call("POST", "/api/campaigns/spend", { entries });
  },
  "POST /api/campaigns/spend/import": (walk) =>
    sendFile(walk, "/api/campaigns/spend/import", "Source,Campaign,Month,Amount\npostcard,oak,2026-10,12.50\n"),
  "POST /api/campaigns/links": ({ call }) => call("POST", "/api/campaigns/links", SHORT_LINK),
  "PUT /api/campaigns/links/:name": ({ call }) =>
    call("PUT", "/api/campaigns/links/elm-street", { ...SHORT_LINK, campaign: "oak" }),
  "DELETE /api/campaigns/links/:name": ({ call }) => call("DELETE", "/api/campaigns/links/elm-street"),

  "POST /api/mail/test": ({ call }) => call("POST", "/api/mail/test"),
  "POST /api/mail/:id/retry": async ({ call }) => {
    const { mails } = (await call("GET", "/api/mail/failed")).json();
    return call("POST", `/api/mail/${mails[0]._id}/retry`);
  },
  "POST /api/mail/failed/retry": async ({ site, smtp, call }) => {
    smtp.mode = "refuse nobody";
    await site.site.mail.sendDue();
    smtp.mode = "accept";
    return call("POST", "/api/mail/failed/retry");
  },

  "POST /api/webhooks/endpoints": ({ call }) => call("POST", "/api/webhooks/endpoints", HOOK),
  "PUT /api/webhooks/endpoints/:id": async ({ call }) =>
    call("PUT", await endpointOf(call), { ...HOOK, name: "Another", isActive: true }),
  "POST /api/webhooks/endpoints/:id/secret": async ({ call }) => call("POST", `${await endpointOf(call)}/secret`),
  "POST /api/webhooks/endpoints/:id/test": async ({ call }) => call("POST", `${await endpointOf(call)}/test`),
  "POST /api/webhooks/deliveries/:id/replay": async ({ call }) => {
    const { deliveries } = (await call("GET", "/api/webhooks/deliveries")).json();
    return call("POST", `/api/webhooks/deliveries/${deliveries[0]._id}/replay`);
  },
  "DELETE /api/webhooks/endpoints/:id": async ({ call }) => call("DELETE", await endpointOf(call)),

  "POST /api/users": ({ call }) =>
    call("POST", "/api/users", { email: "marcus@example.com", password: PASSWORD, role: "user" }),
  "PUT /api/users/:id": async ({ call }) => call("PUT", await userOf(call), { role: "admin" }),
  "PATCH /api/users/:id/toggle-active": async ({ call }) => call("PATCH", `${await userOf(call)}/toggle-active`),
  "DELETE /api/users/:id/second-factor": async ({ site, call }) => {
    await call("PATCH", `${await userOf(call)}/toggle-active`);
    const marcus = (await login(site, "marcus@example.com")).json();
    await addApp(site, { call: callsWith(site, marcus) });
    return call("DELETE", `${await userOf(call)}/second-factor`);
  },
  "DELETE /api/users/:id": async ({ call }) => call("DELETE", await userOf(call)),
  "POST /api/users/invitations": ({ call }) =>
    call("POST", "/api/users/invitations", { email: "elena@example.com", role: "admin" }),
  "POST /api/users/invitations/:id/send-again": async ({ call }) => {
    const { invitations } = (await call("GET", "/api/users/invitations")).json();
    return call("POST", `/api/users/invitations/${invitations[0]._id}/send-again`);
  },
  "POST /api/auth/accept-invitation": async (walk) => {
    const token = await tokenTo(walk, "elena@example.com");
    return post(walk.site, "/api/auth/accept-invitation", { token, password: NEW_PASSWORD });
  },
  "DELETE /api/users/invitations/:id": async ({ call }) => {
    await call("POST", "/api/users/invitations", { email: "iris@example.com" });
    const { invitations } = (await call("GET", "/api/users/invitations")).json();
    return call("DELETE", `/api/users/invitations/${invitations[0]._id}`);
  },
  "PUT /api/users/rules": ({ call }) => call("PUT", "/api/users/rules", { registration: "closed" }),
  "POST /api/keys": ({ call }) => call("POST", "/api/keys", { name: "CRM", scope: "all", endsOn: "2026-12-31" }),
  "PUT /api/keys/:id/leads": async ({ call }) =>
    call("PUT", await leadsOfKey(call), { source: "LeadMill", campaign: "", cost: "", fields: [] }),
  "POST /api/keys/:id/leads/sample": async ({ call }) => call("POST", `${await leadsOfKey(call)}/sample`),
  "POST /api/keys/:id/leads/refused/:bodyId": async ({ call }) => {
    const values = [{ field: "name", value: "Vera" }];
    return call("POST", await refusedOf(call), { values });
  },
  "DELETE /api/keys/:id/leads/refused/:bodyId": async ({ call }) => call("DELETE", await refusedOf(call)),
  "DELETE /api/keys/:id": async ({ call }) => {
    const { keys } = (await call("GET", "/api/keys")).json();
    return call("DELETE", `/api/keys/${keys[0]._id}`);
  },

  "PATCH /api/account": ({ call }) => call("PATCH", "/api/account", { name: "Dana Whitcomb" }),
  "POST /api/account/totp/confirm": async ({ site, call }) => {
    const { secret } = (await call("POST", "/api/account/totp")).json();
    return call("POST", "/api/account/totp/confirm", { code: codeOf(secret, site) });
  },
  "POST /api/account/passkeys": async ({ site, call }) => {
    const { challenge, passkey } = (await call("POST", "/api/account/passkeys/options")).json();
    const made = new Authenticator().register(partyOf(site), passkey);
    return call("POST", "/api/account/passkeys", { challenge, passkey: made, name: "Phone" });
  },
  "POST /api/account/recovery-codes": ({ call }) => call("POST", "/api/account/recovery-codes"),
  "DELETE /api/account/passkeys/:id": async ({ call }) => {
    const { passkeys } = (await call("GET", "/api/account/factors")).json();
    return call("DELETE", `/api/account/passkeys/${passkeys[0]._id}`);
  },
  "DELETE /api/account/totp": ({ call }) => call("DELETE", "/api/account/totp"),
  "DELETE /api/account/sessions/:id": async ({ site, call }) => {
    await login(site, DANA);
    const { sessions } = (await call("GET", "/api/account/sessions")).json();
    return call("DELETE", `/api/account/sessions/${sessions.find(({ current }: Flags) => !current)._id}`);
  },
  "DELETE /api/account/sessions": async ({ site, call }) => {
    await login(site, DANA);
    return call("DELETE", "/api/account/sessions");
  },
  "POST /api/account/password": ({ call }) =>
    call("POST", "/api/account/password", { current: PASSWORD, password: NEW_PASSWORD }),
  "POST /api/auth/confirm-email": async (walk) => {
    await walk.call("POST", "/api/account/email", { email: "other@example.com" });
    return post(walk.site, "/api/auth/confirm-email", { token: await tokenTo(walk, "other@example.com") });
  },
  "POST /api/auth/undo-email": async (walk) =>
    post(walk.site, "/api/auth/undo-email", { token: await tokenTo(walk, DANA) }),
  "POST /api/auth/reset-password": async (walk) => {
    await post(walk.site, "/api/auth/forgot-password", { email: DANA });
    return post(walk.site, "/api/auth/reset-password", { token: await tokenTo(walk, DANA), password: PASSWORD });
  },
};

test("every call that changes or exports something is in the audit log, or there is a reason", async () => {
  const walk = await start();
  const names = walk.site.app.guardedRoutes.map(({ method, url }) => `${method} ${url.replace(/\/$/, "")}`);
  const changing = [...new Set(names)].filter((name) => CHANGES_OR_EXPORTS.test(name));
  expect(changing.sort()).toEqual([...Object.keys(WITH_ENTRY), ...Object.keys(WITHOUT_ENTRY)].sort());
  const silent: string[] = [];
  for (const [name, step] of Object.entries(WITH_ENTRY)) {
    const before = await countListed(walk.site);
    const answer = await step(walk);
    expect(answer.statusCode, `${name}: ${answer.body}`).toBeLessThan(300);
    if ((await countListed(walk.site)) === before) silent.push(name);
  }
  expect(silent).toEqual([]);
});

/** The words behind a command, by its name in package.json. */
const COMMANDS_WITH_ENTRY: Record<string, readonly (readonly string[])[]> = {
  admin: [["elena@example.com"]],
  backup: [["today.backup"]],
  person: [
    ["export", RENEE],
    ["erase", RENEE],
  ],
};

const OF_DEVELOPERS = "is a tool of developers";

const COMMANDS_WITHOUT_ENTRY: Record<string, string> = {
  start: "runs the site",
  restore: "fills an empty database, with the list that the backup holds",
  seed: "adds sample data, for demonstrations and measurements",
  doctor: READS,
  "upgrade:check": READS,
  update: "exchanges the code, and leaves what people entered as it is",
  test: OF_DEVELOPERS,
  dev: OF_DEVELOPERS,
  build: OF_DEVELOPERS,
  bench: OF_DEVELOPERS,
  fonts: OF_DEVELOPERS,
  release: OF_DEVELOPERS,
  drill: OF_DEVELOPERS,
  "check:browsers": OF_DEVELOPERS,
  "check:deploy": OF_DEVELOPERS,
  check: OF_DEVELOPERS,
  format: OF_DEVELOPERS,
  postinstall: OF_DEVELOPERS,
};

aboveDatabase(
  "every command that changes or exports something is in the list, or there is a reason",
  SLOW,
  async () => {
    const site = await startSite();
    await bookMeeting(site);
    const folder = emptyFolder();
    expect(Object.keys(scripts).sort()).toEqual(
      [...Object.keys(COMMANDS_WITH_ENTRY), ...Object.keys(COMMANDS_WITHOUT_ENTRY)].sort(),
    );
    const silent: string[] = [];
    for (const [name, calls] of Object.entries(COMMANDS_WITH_ENTRY))
      for (const words of calls) {
        const before = await countListed(site, `npm run ${name}`);
        const program = join(ROOT, scripts[name as keyof typeof scripts].split(" ").at(-1) ?? "");
        const env = { ...process.env, ...databaseOf(site) };
        await promisify(execFile)(process.execPath, [program, ...words], { cwd: folder, env });
        if ((await countListed(site, `npm run ${name}`)) === before) silent.push(`${name} ${words.join(" ")}`);
      }
    expect(silent).toEqual([]);
  },
);

type Flags = { current: boolean };
type Call = Admin["call"];

/** Dana, Renée's booking, the message of Tomás, an open privacy request, and two mails that were given up. */
async function start(): Promise<Walk> {
  const { site, smtp } = await startSiteWithMail({ env: { RATE_LIMIT: "off" } });
  const dana = await addSignedIn(site);
  smtp.mode = "refuse nobody";
  for (const name of ["nobody", "nobody.else"]) await sendContactMessage(site, { email: `${name}@example.com` });
  await site.site.mail.sendDue();
  smtp.mode = "accept";
  await ask(site);
  await confirm(site, await tokenTo({ site, smtp }, RENEE));
  const { id: booking } = await bookMeeting(site);
  await sendContactMessage(site);
  const { contacts } = (await dana.call("GET", "/api/contact/admin/submissions")).json();
  const { leadId } = (await dana.call("GET", `/api/bookings/${booking}/details`)).json().booking;
  const message = `/api/contact/admin/submissions/${contacts[0]._id}`;
  return { site, smtp, ...dana, booking, lead: `/api/leads/${leadId}`, message };
}

/** As the page shows them: without what visitors did. */
async function countListed({ database }: TestSite, actor?: string): Promise<number> {
  let query = database.read.selectFrom("history").where("actor", "<>", VISITOR);
  if (actor) query = query.where("actor", "=", actor);
  const { count } = await query.select((is) => is.fn.countAll<string>().as("count")).executeTakeFirstOrThrow();
  return Number(count);
}

function change({ call, booking }: Walk, what: string, payload: object) {
  return call("PATCH", `/api/bookings/${booking}/${what}`, payload);
}

async function waitingLead(site: TestSite, call: Walk["call"]): Promise<string> {
  await sendContactMessage(site);
  const [line] = (await call("GET", "/api/day")).json().waiting.lines;
  return `/api/leads/${line.lead._id}`;
}

async function writeDraft({ call }: Walk, changed: (facts: Facts) => Facts) {
  const { published } = (await call("GET", "/api/site")).json();
  return call("PUT", "/api/site/draft", { facts: changed(published.facts), version: 0, basedOn: published.number });
}

function sendFile({ site, session }: Walk, path: string, file: string) {
  const headers = { authorization: `Bearer ${session.accessToken}`, "content-type": "text/csv" };
  return post(site, `${path}?mode=import`, file, { headers });
}

async function latestOffer({ call, lead }: Walk) {
  return (await call("GET", `${lead}/offers`)).json().offers[0];
}

async function personOf(call: Call, name: string): Promise<string> {
  return (await call("GET", `/api/people/search?search=${encodeURIComponent(name)}`)).json().people[0]._id;
}

async function endpointOf(call: Call): Promise<string> {
  return `/api/webhooks/endpoints/${(await call("GET", "/api/webhooks/endpoints")).json().endpoints[0]._id}`;
}

async function userOf(call: Call): Promise<string> {
  return `/api/users/${(await call("GET", "/api/users?search=marcus")).json().users[0]._id}`;
}

/** Of the link in the latest mail to this address. */
async function tokenTo(site: Pick<Walk, "site" | "smtp">, address: string): Promise<string> {
  return (await sentMails(site)).filter(({ to, token }) => to === address && token).at(-1)?.token ?? "";
}

/** Of the key that has added a lead and sent two bodies without a name. */
async function leadsOfKey(call: Call): Promise<string> {
  const { keys } = (await call("GET", "/api/keys")).json();
  return `/api/keys/${keys.find(({ name }: { name: string }) => name === "Vendor")._id}/leads`;
}

async function refusedOf(call: Call): Promise<string> {
  const url = await leadsOfKey(call);
  return `${url}/refused/${(await call("GET", url)).json().refused[0]._id}`;
}
