// Which calls ask the person behind a session for a fresh proof. A route whose declaration is missing from this list fails the test.
import { expect, test } from "vitest";
import { addAccount, addSignedIn, login, PASSWORD } from "../accounts.ts";
import { startSite, type TestSite } from "../server.ts";

const OLD_SECONDS = 10 * 60 + 1;
const NEW = { email: "new@example.com", password: "eleven dry raincoats" };
const ENDPOINT = { name: "CRM", url: "https://crm.example.com/hook", events: ["booking.created"] };
const REGISTRATION = {
  id: "a",
  rawId: "a",
  type: "public-key",
  response: { clientDataJSON: "a", attestationObject: "a" },
};

type Bodies = { asked: (object | undefined)[]; notAsked?: object[]; target?: "admin" | "user" };

/** Every route that declares it, with bodies for which it asks, and bodies for which it does not. */
const ASKING: Record<string, Bodies | Bodies[]> = {
  "POST /api/users": {
    asked: [{ ...NEW, role: "admin" }],
    notAsked: [NEW, { ...NEW, role: "user", email: "two@example.com" }],
  },
  "PUT /api/users/:id": [
    {
      target: "admin",
      asked: [{ role: "user" }, { email: "taken.over@example.com" }, { password: NEW.password }],
      notAsked: [{ role: "admin", isActive: true, email: "marcus@example.com", password: "" }],
    },
    {
      target: "user",
      asked: [{ role: "admin" }, { role: "admin", password: NEW.password }],
      notAsked: [{ role: "user", email: "seller.new@example.com", password: NEW.password }],
    },
  ],
  "POST /api/users/invitations": {
    asked: [{ email: "other@example.com", role: "admin" }],
    notAsked: [{ email: "other@example.com" }],
  },
  "PUT /api/users/rules": { asked: [{ registration: "closed" }] },
  "DELETE /api/users/:id/second-factor": { target: "admin", asked: [undefined] },
  "POST /api/keys": { asked: [{ name: "CRM", scope: "all", endsOn: "2026-12-31" }] },
  "POST /api/bookings/calendar-feeds": { asked: [{ name: "My phone" }] },
  "POST /api/webhooks/endpoints": { asked: [ENDPOINT] },
  "PUT /api/webhooks/endpoints/:id": { asked: [{ ...ENDPOINT, isActive: true }] },
  "POST /api/webhooks/endpoints/:id/secret": { asked: [undefined] },
  // With a draft of version 1 that changes no staff address.
  "POST /api/site/publish": { asked: [{ version: 2 }], notAsked: [{ version: 1 }] },
  "POST /api/account/email": { asked: [{ email: NEW.email }] },
  "POST /api/account/totp": { asked: [undefined] },
  "POST /api/account/totp/confirm": { asked: [{ code: "123456" }] },
  "DELETE /api/account/totp": { asked: [undefined] },
  "POST /api/account/passkeys/options": { asked: [undefined] },
  "POST /api/account/passkeys": { asked: [{ challenge: "c".repeat(43), passkey: REGISTRATION }] },
  "PATCH /api/account/passkeys/:id": { asked: [{ name: "Mine" }] },
  "DELETE /api/account/passkeys/:id": { asked: [undefined] },
  "POST /api/account/recovery-codes": { asked: [undefined] },
};

test("what lets out more than a stolen session may asks for a fresh proof, and for nothing once it is given", async () => {
  const site = await startSite();
  const { dana, ids } = await start(site);
  const declared = site.app.guardedRoutes.filter(({ config }) => config.proof);
  const names = declared.map(({ method, url }) => `${method} ${url.replace(/\/$/, "")}`);
  expect(names.toSorted()).toEqual(Object.keys(ASKING).toSorted());

  const calls = Object.entries(ASKING).flatMap(([name, bodies]) =>
    [bodies].flat().map(({ target = "admin", ...rest }) => ({ name, id: ids[target], ...rest })),
  );
  const send = (name: string, id: string, body: object | undefined) => {
    const [method, url = ""] = name.split(" ") as ["GET" | "POST" | "PUT" | "PATCH" | "DELETE", string];
    return dana.call(method, url.replace(":id", id), body);
  };
  site.clock.advance(OLD_SECONDS);
  const before = await contents(site);
  const message = "Please confirm that it is you.";
  const refusal = { success: false, code: "fresh_proof_required", message, error: message };
  for (const { name, id, asked } of calls)
    for (const body of asked) {
      const answer = await send(name, id, body);
      expect([answer.statusCode, answer.json()], `${name} ${JSON.stringify(body)}`).toEqual([409, refusal]);
    }
  expect(await contents(site)).toEqual(before);
  for (const { name, id, notAsked = [] } of calls)
    for (const body of notAsked) {
      const { statusCode } = await send(name, id, body);
      expect([200, 201], `${name} ${JSON.stringify(body)}: ${statusCode}`).toContain(statusCode);
    }

  await dana.call("POST", "/api/account/proof", { password: PASSWORD });
  for (const { name, id, asked } of calls)
    for (const body of asked) expect((await send(name, id, body)).json().code, name).not.toBe("fresh_proof_required");
});

test("publishing asks if it changes who hears of leads, and publishing an earlier version leaves that as it is", async () => {
  const site = await startSite();
  const { dana } = await start(site);
  const { published, draft } = (await dana.call("GET", "/api/site")).json();
  const facts = { ...draft.facts, staffEmails: ["second.staff@example.com"] };
  site.clock.advance(OLD_SECONDS);
  const { version } = (await dana.call("PUT", "/api/site/draft", { facts, version: draft.version })).json().draft;
  const publish = () => dana.call("POST", "/api/site/publish", { version });
  expect((await publish()).json().code).toBe("fresh_proof_required");
  await dana.call("POST", "/api/account/proof", { password: PASSWORD });
  expect((await publish()).statusCode).toBe(200);
  site.clock.advance(OLD_SECONDS);
  const again = (await login(site, "dana@example.com")).json();
  site.clock.advance(OLD_SECONDS);
  const url = `/api/site/versions/${published.number}/publish`;
  const headers = { authorization: `Bearer ${again.accessToken}` };
  expect((await site.app.inject({ method: "POST", url, headers })).statusCode).toBe(200);
  const now = (await site.app.inject({ url: "/api/site", headers })).json();
  expect(now.published.facts.staffEmails).toEqual(["second.staff@example.com"]);
});

async function start(site: TestSite) {
  const dana = await addSignedIn(site);
  const admin = await addAccount(site, { email: "marcus@example.com" });
  const user = await addAccount(site, { email: "seller@example.com", role: "user" });
  const { published } = (await dana.call("GET", "/api/site")).json();
  const { company } = published.facts;
  const facts = { ...published.facts, company: { ...company, name: "Porchlight & Daughters" } };
  const drafted = await dana.call("PUT", "/api/site/draft", { facts, version: 0 });
  if (drafted.statusCode !== 200) throw new Error(drafted.body);
  return { dana, ids: { admin: admin.id, user: user.id } };
}

async function contents({ database: { read } }: TestSite): Promise<unknown[]> {
  return Promise.all([
    read.selectFrom("users").selectAll().orderBy("id").execute(),
    read.selectFrom("account_rules").selectAll().execute(),
    read.selectFrom("account_links").selectAll().execute(),
    read.selectFrom("api_keys").selectAll().execute(),
    read.selectFrom("calendar_feeds").selectAll().execute(),
    read.selectFrom("webhook_endpoints").selectAll().execute(),
    read.selectFrom("totp_secrets").selectAll().execute(),
    read.selectFrom("company_versions").selectAll().execute(),
  ]);
}
