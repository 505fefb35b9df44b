import { expect, test } from "vitest";
import { addAccount, addSignedIn, login, PASSWORD } from "#test/accounts.ts";
import { openMails, tokenFor } from "#test/privacy-requests.ts";
import { post } from "#test/requests.ts";
import { databaseOf, startSite, type TestSite } from "#test/server.ts";

const PATH = "/api/users/invitations";
const MARCUS = "marcus@example.com";
const OFF = { env: { RATE_LIMIT: "off" } };

const accept = (site: TestSite, token: string, password = PASSWORD) =>
  post(site, "/api/auth/accept-invitation", { token, password });
const tokenTo = (site: TestSite, email = MARCUS) => tokenFor(site, email, "/invitation");

async function siteWithDana() {
  const site = await startSite(OFF);
  const dana = await addSignedIn(site);
  const invite = (email = MARCUS, role = "admin") => dana.call("POST", PATH, { email, role });
  const open = async () => (await dana.call("GET", PATH)).json().invitations;
  return { site, dana, invite, open };
}

test("an invited person sets a password of their own, and has the account and the role that the admin gave", async () => {
  const { site, dana, invite, open } = await siteWithDana();
  const answer = await invite();
  expect([answer.statusCode, answer.json().invitation]).toMatchObject([
    201,
    { email: MARCUS, role: "admin", invitedBy: "dana@example.com", state: "open" },
  ]);
  expect(answer.body).not.toContain("token");
  const accepted = await accept(site, await tokenTo(site));
  expect([accepted.statusCode, accepted.json()]).toMatchObject([
    201,
    { success: true, email: MARCUS, role: "admin", confirmed: true, accessToken: expect.any(String) },
  ]);
  expect((await login(site, MARCUS)).statusCode).toBe(200);
  expect(await open()).toEqual([]);
  const { users } = (await dana.call("GET", "/api/users")).json();
  expect(users.map(({ email, confirmed }: { email: string; confirmed: boolean }) => [email, confirmed])).toContainEqual(
    [MARCUS, true],
  );
  const history = await site.database.read.selectFrom("history").select(["subject_kind", "actor", "action"]).execute();
  expect(history).toEqual([
    { subject_kind: "invitation", actor: "dana@example.com", action: "sent" },
    { subject_kind: "account", actor: "dana@example.com", action: "created" },
  ]);
});

test("an invitation works once, for seven days, and a refused password does not use it up", async () => {
  const { site, invite } = await siteWithDana();
  await invite();
  const token = await tokenTo(site);
  expect((await accept(site, token, "marcus@example.com")).json().fields).toEqual({ password: expect.any(String) });
  site.clock.advance(7 * 86_400);
  expect((await accept(site, token)).statusCode).toBe(404);
  const elena = await addSignedIn(site, { email: "elena@example.com" });
  expect((await elena.call("GET", PATH)).json().invitations).toMatchObject([{ state: "expired" }]);
  site.clock.advance(-1);
  const other = await startSite({
    env: { ...databaseOf(site), RATE_LIMIT: "off" },
    now: site.clock.now().toISOString(),
  });
  const answers = await Promise.all([accept(site, token), accept(other, token), accept(site, token)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 404, 404]);
  expect((await accept(site, token)).statusCode).toBe(404);
});

test("sent again it has a new link and seven new days, and the earlier link is dead", async () => {
  const { site, dana, invite } = await siteWithDana();
  const { _id } = (await invite()).json().invitation;
  const first = await tokenTo(site);
  site.clock.advance(8 * 86_400);
  const elena = await addSignedIn(site, { email: "elena@example.com" });
  const again = await elena.call("POST", `${PATH}/${_id}/send-again`);
  expect([again.statusCode, again.json().invitation]).toMatchObject([
    200,
    { invitedBy: "elena@example.com", role: "admin" },
  ]);
  expect((await elena.call("POST", `${PATH}/${_id}/send-again`)).statusCode).toBe(404);
  const second = await tokenTo(site);
  expect(second).not.toBe(first);
  expect((await accept(site, first)).statusCode).toBe(404);
  expect((await accept(site, second)).statusCode).toBe(201);
  expect((await dana.call("GET", PATH)).statusCode).toBe(401);
});

test("a revoked invitation makes no account, and its mail is not sent any more", async () => {
  const { site, dana, invite, open } = await siteWithDana();
  const sent = (await invite()).json().invitation;
  const token = await tokenTo(site);
  expect((await dana.call("DELETE", `${PATH}/${sent._id}`)).statusCode).toBe(200);
  expect((await dana.call("DELETE", `${PATH}/${sent._id}`)).statusCode).toBe(404);
  expect((await accept(site, token)).statusCode).toBe(404);
  const waiting = (await invite("elena@example.com")).json().invitation;
  await dana.call("DELETE", `${PATH}/${waiting._id}`);
  expect((await openMails(site)).map(({ to }) => to)).toEqual([MARCUS]);
  expect(await open()).toEqual([]);
});

test("a second invitation to the address replaces the first, also when two admins send one at once at two sites", async () => {
  const { site, invite, open } = await siteWithDana();
  const other = await startSite({ env: { ...databaseOf(site), RATE_LIMIT: "off" } });
  const elena = await addSignedIn(other, { email: "elena@example.com" });
  await invite();
  const first = await tokenTo(site);
  await Promise.all([invite("Marcus@Example.com", "user"), elena.call("POST", PATH, { email: MARCUS, role: "admin" })]);
  expect(await open()).toHaveLength(1);
  expect((await accept(site, first)).statusCode).toBe(404);
});

test("an address that has an account gets no invitation, and one that got an account since cannot accept", async () => {
  const { site, invite } = await siteWithDana();
  const taken = await invite("DANA@example.com");
  expect([taken.statusCode, taken.json().code]).toEqual([409, "email_taken"]);
  await invite();
  const token = await tokenTo(site);
  await addAccount(site, { email: "MARCUS@example.com", role: "user" });
  const late = await accept(site, token);
  expect([late.statusCode, late.json().code]).toEqual([409, "email_taken"]);
  for (const body of [{}, { email: "marcus" }, { email: MARCUS, role: "owner" }])
    expect((await post(site, "/api/auth/accept-invitation", body)).statusCode).toBe(400);
});

test("the role holds only while the admin who gave it is an active admin", async () => {
  const { site, dana, invite } = await siteWithDana();
  const elena = await addSignedIn(site, { email: "elena@example.com" });
  await invite();
  const token = await tokenTo(site);
  const states = async () =>
    (await elena.call("GET", PATH)).json().invitations.map(({ state }: { state: string }) => state);
  await elena.call("PUT", `/api/users/${dana.user.id}`, { role: "user" });
  expect([(await accept(site, token)).statusCode, await states()]).toEqual([404, ["orphaned"]]);
  await elena.call("PUT", `/api/users/${dana.user.id}`, { role: "admin", isActive: false });
  expect((await accept(site, token)).statusCode).toBe(404);
  await elena.call("DELETE", `/api/users/${dana.user.id}`);
  await addAccount(site, { email: "dana@example.com" });
  expect((await accept(site, token)).statusCode).toBe(404);
  const [{ _id }] = (await elena.call("GET", PATH)).json().invitations;
  site.clock.advance(1);
  await elena.call("POST", `${PATH}/${_id}/send-again`);
  expect((await accept(site, await tokenTo(site))).json()).toMatchObject({ role: "admin" });
});

test("who has the link learns before typing whether it works and for which address, and nothing else", async () => {
  const { site, dana, invite } = await siteWithDana();
  const look = async (token: string) => {
    const { success, ...told } = (await post(site, "/api/auth/invitation", { token })).json();
    return success ? told : told.code;
  };
  const { _id } = (await invite()).json().invitation;
  const first = await tokenTo(site);
  expect(await look(first)).toEqual({ state: "open", email: MARCUS });
  site.clock.advance(1);
  const again = (await dana.call("POST", `${PATH}/${_id}/send-again`)).json();
  expect(again.message).toBe(`The invitation to ${MARCUS} is on its way again, with a new link`);
  expect(await look(first)).toEqual({ state: "replaced" });
  await accept(site, await tokenTo(site));
  expect(await look(await tokenTo(site))).toEqual({ state: "used" });
  const invited = async (email: string) => {
    const { invitation } = (await invite(email)).json();
    return { id: invitation._id, token: await tokenTo(site, email) };
  };
  const kim = await invited("kim@example.com");
  await dana.call("DELETE", `${PATH}/${kim.id}`);
  expect(await look(kim.token)).toEqual({ state: "withdrawn" });
  const iris = await invited("iris@example.com");
  await addAccount(site, { email: "iris@example.com" });
  expect(await look(iris.token)).toEqual({ state: "used" });
  const elena = await invited("elena@example.com");
  const [id = "", signature = ""] = elena.token.split(".");
  for (const guess of [id, `${id}.`, `${id}.${"x".repeat(43)}`, `${kim.id}.${signature}`, `${elena.token}x`])
    expect(await look(guess), guess).toBe("not_found");
  const boss = await addSignedIn(site, { email: "boss@example.com" });
  await boss.call("PATCH", `/api/users/${dana.user.id}/toggle-active`);
  expect(await look(elena.token)).toEqual({ state: "withdrawn" });
  site.clock.advance(7 * 86_400);
  for (const { token } of [elena, iris]) expect(await look(token)).toEqual({ state: "expired" });
});

test("an invited admin learns with the account that a second factor is due", async () => {
  const { site, dana, invite } = await siteWithDana();
  await invite();
  await dana.call("PUT", "/api/users/rules", { factorRequired: true, factorGraceDays: 0 });
  expect((await accept(site, await tokenTo(site))).json()).toMatchObject({ role: "admin", secondFactorDue: true });
});

test("the audit log names who was invited, as long as the invitation is kept", async () => {
  const { dana, invite } = await siteWithDana();
  const { _id } = (await invite()).json().invitation;
  await dana.call("DELETE", `${PATH}/${_id}`);
  const listed = async () => (await dana.call("GET", "/api/audit-log")).json().entries;
  const texts = async () => (await listed()).map(({ subject }: { subject: { text: string } }) => subject.text);
  expect(await texts()).toEqual([`Invitation: ${MARCUS}`, `Invitation: ${MARCUS}`]);
  await dana.call("POST", "/api/people/erasure", { email: MARCUS });
  expect((await texts()).slice(-2)).toEqual(["Invitation", "Invitation"]);
});
