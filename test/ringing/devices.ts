// Admins with devices that ring, by a push service of this machine.
import { expect } from "vitest";
import type { PushSubscription } from "#delivery/push/push.ts";
import { addSignedIn } from "../accounts.ts";
import { startSiteWithMail, type TestSite } from "../server.ts";
import { type Device, startPushService } from "./push-service.ts";

export const RINGING = {
  RATE_LIMIT: "off",
  WEBHOOK_ALLOW_PRIVATE: "on",
  ACCESS_TOKEN_SECONDS: "86400",
  AUTH_SECRET: "a secret of tests, long enough for it",
};

export type Admin = Awaited<ReturnType<typeof addSignedIn>>;

/** The owner, who is on duty while the phone is, and her device. */
export async function startRinging(env: Record<string, string> = {}) {
  const service = await startPushService();
  const { site, smtp } = await startSiteWithMail({ env: { ...RINGING, ...env } });
  const dana = await addSignedIn(site);
  service.publicKey = (await dana.call("GET", "/api/push")).json().publicKey;
  const phone = service.addDevice();
  const ring = async () => {
    await site.site.push.sendDue();
    return service.received.splice(0);
  };
  return { site, smtp, service, dana, phone, ring };
}

export async function switchOn(admin: Admin, { name, endpoint, keys }: Device, settings: object = {}) {
  const answer = await admin.call("POST", "/api/push/subscriptions", { endpoint, keys, device: name, ...settings });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().subscription as PushSubscription;
}

/** A further admin, who is on duty first. */
export async function addOnDuty(site: TestSite, owner: Admin, email: string): Promise<Admin> {
  site.clock.advance(1);
  const admin = await addSignedIn(site, { email });
  const { shifts, version } = (await owner.call("GET", "/api/roster")).json();
  const shift = { userId: admin.user.id, days: ["friday"], opens: "08:00", closes: "20:00" };
  const saved = await owner.call("PUT", "/api/roster", { shifts: [...shifts, shift], ownerId: "", version });
  expect(saved.statusCode, saved.body).toBe(200);
  return admin;
}

/** Of all admins, from now. */
export async function requireFactor({ call }: Admin): Promise<void> {
  const rules = { registration: "open", factorRequired: true, factorGraceDays: 0 };
  const saved = await call("PUT", "/api/users/rules", rules);
  expect(saved.statusCode, saved.body).toBe(200);
}

/** The first device of the account, as its person sees it. */
export async function shownTo({ call }: Admin) {
  const { subscriptions } = (await call("GET", "/api/push")).json();
  return subscriptions[0];
}
