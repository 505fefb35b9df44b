import { expect, test } from "vitest";
import { Housekeeping } from "#app/housekeeping.ts";
import { MAX_DEVICES } from "#delivery/push/push.ts";
import { addSignedIn, login } from "#test/accounts.ts";
import { bookMeeting, post, sendContactMessage } from "#test/requests.ts";
import {
  type Admin,
  addOnDuty,
  RINGING,
  requireFactor,
  shownTo,
  startRinging,
  switchOn,
} from "#test/ringing/devices.ts";
import { databaseOf, startSite, type TestSite } from "#test/server.ts";

const MINUTE = 60;
const ANA = "ana@example.com";

test.each(["signs out", "is deactivated", "is no admin any more"])(
  "nothing is handed over once the person %s",
  async (what) => {
    const { site, service, dana, ring } = await startRinging();
    const ana = await addOnDuty(site, dana, ANA);
    await switchOn(ana, service.addDevice());
    await bookMeeting(site);
    const answer =
      what === "signs out"
        ? await post(site, "/api/auth/logout", { refreshToken: ana.session.refreshToken })
        : what === "is deactivated"
          ? await dana.call("PATCH", `/api/users/${ana.user.id}/toggle-active`)
          : await dana.call("PUT", `/api/users/${ana.user.id}`, { role: "user" });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await ring()).toEqual([]);
  },
);

test("nothing is handed over while a rule asks its person for a second factor", async () => {
  const { site, dana, phone, ring } = await startRinging();
  await switchOn(dana, phone);
  await bookMeeting(site);
  await requireFactor(dana);
  expect(await ring()).toEqual([]);
  await site.database.transaction((trx) =>
    trx.updateTable("account_rules").set({ factor_required_at: null }).execute(),
  );
  await sendContactMessage(site);
  expect(await ring()).toHaveLength(1);
});

test("a new secret silences devices until they subscribe anew, which keeps their settings", async () => {
  const { site, service, dana, phone, ring } = await startRinging();
  await switchOn(dana, phone, { named: true, mailToo: false });
  const other = await startSite({
    now: site.clock.now().toISOString(),
    env: { ...RINGING, ...databaseOf(site), AUTH_SECRET: "another secret of tests, long enough" },
  });
  const anew = { ...(await addAgain(other, dana)), user: dana.user };
  expect(await shownTo(anew)).toMatchObject({ isStale: true, isThisDevice: false });
  await bookMeeting(other);
  await other.site.push.sendDue();
  expect(await ring()).toEqual([]);
  const { publicKey } = (await anew.call("GET", "/api/push")).json();
  expect(publicKey).not.toBe(service.publicKey);
  service.publicKey = publicKey;
  expect(await switchOn(anew, phone)).toMatchObject({
    named: true,
    mailToo: false,
    isStale: false,
    isThisDevice: true,
  });
  await sendContactMessage(other);
  await other.site.push.sendDue();
  expect(service.received).toHaveLength(1);
});

async function addAgain(site: TestSite, { user }: Admin): Promise<Admin> {
  const session = (await login(site, user.email)).json();
  const call: Admin["call"] = (method, url, payload) =>
    site.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${session.accessToken}`, "content-type": "application/json" },
      ...(payload && { payload }),
    });
  return { user, session, call };
}

test("addresses and keys that cannot be push services are refused, and an account has few devices", async () => {
  const { site, service, dana, phone } = await startRinging();
  const body = { endpoint: phone.endpoint, keys: phone.keys, device: "Phone" };
  const tryOut = async (change: object, on: Admin = dana) =>
    (await on.call("POST", "/api/push/subscriptions", { ...body, ...change })).statusCode;
  for (const endpoint of [
    "http://push.example.com/1",
    "https://a:b@push.example.com/1",
    "push",
    "https://push.example.com/\u0000",
    "https://push.example.com/\n1",
    `https://a.example/${"x".repeat(1_000)}`,
  ])
    expect(await tryOut({ endpoint }), endpoint).toBe(400);
  const offCurve = Buffer.alloc(65, 7).toString("base64url");
  for (const keys of [{ ...phone.keys, p256dh: offCurve }, { ...phone.keys, auth: "short" }, undefined])
    expect(await tryOut({ keys })).toBe(400);
  for (const change of [
    { kinds: ["all"] },
    { quietFrom: "25:00", quietTo: "07:00" },
    { quietFrom: "22:00" },
    { daysOff: [7] },
    { device: "" },
  ])
    expect(await tryOut(change), JSON.stringify(change)).toBe(400);
  const guarded = await startSite({ env: { ...RINGING, WEBHOOK_ALLOW_PRIVATE: "off" } });
  expect(await tryOut({ endpoint: "https://169.254.169.254/latest" }, await addSignedIn(guarded))).toBe(400);

  for (let count = 0; count <= MAX_DEVICES; count++) {
    site.clock.advance(1);
    await switchOn(await addAgain(site, dana), service.addDevice(`Phone ${count}`));
  }
  const { subscriptions } = (await dana.call("GET", "/api/push")).json();
  expect(subscriptions).toHaveLength(MAX_DEVICES);
  expect(subscriptions[0].device).toBe("Phone 1");
  expect(JSON.stringify(subscriptions)).not.toMatch(/localhost|p256dh|auth/);
});

test("a device is its person's own: nobody else tests, changes or removes it, and who signs in there next has it", async () => {
  const { site, dana, phone, ring } = await startRinging();
  await switchOn(dana, phone);
  const ana = await addOnDuty(site, dana, ANA);
  const { endpoint } = phone;
  expect((await ana.call("POST", "/api/push/test", { endpoint })).statusCode).toBe(404);
  expect((await ana.call("DELETE", "/api/push/subscriptions", { endpoint })).statusCode).toBe(200);
  expect(await shownTo(dana)).toMatchObject({ device: "Phone" });
  await bookMeeting(site);
  await switchOn(ana, phone);
  expect(await shownTo(dana)).toBeUndefined();
  expect(await ring(), "what waited for the person before").toEqual([]);
  expect((await ana.call("DELETE", "/api/push/subscriptions", { endpoint })).statusCode).toBe(200);
  expect(await shownTo(ana)).toBeUndefined();
});

test("rows hold no name, and go with the lead, or after a day", async () => {
  const { site, dana, phone, ring } = await startRinging();
  await switchOn(dana, phone, { named: true });
  await bookMeeting(site);
  await ring();
  const rows = () => site.database.read.selectFrom("pushes").selectAll().execute();
  expect(JSON.stringify(await rows())).not.toMatch(/Renée|renee|Elm|Springfield/);
  site.clock.advance(2 * MINUTE);
  await sendContactMessage(site);
  await ring();
  expect(await rows()).toHaveLength(2);
  const erased = await dana.call("POST", "/api/people/erasure", { email: "renee@example.com" });
  expect(erased.statusCode, erased.body).toBe(200);
  expect(await rows()).toHaveLength(1);
  site.clock.advance(24 * 60 * MINUTE + 1);
  await new Housekeeping({ ...site, log: site.app.log, dataDir: site.config.dataDir }).tidy();
  expect(await rows()).toEqual([]);
});

test("the export of an admin names the devices, without what could ring them", async () => {
  const { dana, phone } = await startRinging();
  await switchOn(dana, phone, { kinds: ["waiting"] });
  const exported = await dana.call("POST", "/api/people/export", { email: dana.user.email });
  expect(exported.statusCode, exported.body).toBe(200);
  expect(exported.json().accounts[0].ringing).toMatchObject([{ device: "Phone", kinds: ["waiting"] }]);
  expect(exported.body).not.toContain(phone.endpoint);
  expect(exported.body).not.toContain(phone.keys.auth);
});

test("a sign-out while a device is switched on leaves none", async () => {
  const { site, service, dana } = await startRinging();
  const device = service.addDevice();
  const body = { endpoint: device.endpoint, keys: device.keys, device: "Phone" };
  const answers = await Promise.all([
    dana.call("POST", "/api/push/subscriptions", body),
    post(site, "/api/auth/logout", { refreshToken: dana.session.refreshToken }),
  ]);
  expect([201, 401]).toContain(answers[0].statusCode);
  expect(await site.database.read.selectFrom("push_subscriptions").selectAll().execute()).toEqual([]);
});
