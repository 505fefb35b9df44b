import { expect, test } from "vitest";
import { post } from "#test/requests.ts";
import { addOnDuty, requireFactor, startRinging, switchOn } from "#test/ringing/devices.ts";
import { bookLead } from "#test/sent-offers.ts";
import { sentMails, type TestSite } from "#test/server.ts";

const MINUTE = 60;
const STAFF = "staff@porchlight.example";
const DANA = "dana@example.com";

const act = (site: TestSite, token: string | undefined, what: string) =>
  post(site, "/api/push/acts", { token, act: what });

async function startWithTwo() {
  const ringing = await startRinging();
  const { site, service, dana, phone, ring } = ringing;
  await switchOn(dana, phone);
  const ana = await addOnDuty(site, dana, "ana@example.com");
  const tablet = service.addDevice("Tablet");
  await switchOn(ana, tablet);
  const leadId = await bookLead(site);
  const pushed = await ring();
  const tokenOf = ({ endpoint }: { endpoint: string }) =>
    pushed.find(({ device }) => endpoint.endsWith(device))?.message.token;
  return { ...ringing, ana, leadId, danas: tokenOf(phone), anas: tokenOf(tablet) };
}

test("the token takes the lead for its person, once; another reads whose it is", async () => {
  const { site, dana, leadId, danas, anas } = await startWithTwo();
  expect((await act(site, anas, "claim")).json()).toMatchObject({ success: true, message: "You have it" });
  const { wait } = (await dana.call("GET", "/api/day")).json().waiting.lines[0];
  expect(wait.claim.by.email).toBe("ana@example.com");
  expect((await act(site, anas, "claim")).statusCode).toBe(404);
  const late = await act(site, danas, "claim");
  expect(late.statusCode).toBe(409);
  expect(late.json()).toMatchObject({ code: "lead_taken", claim: { by: { email: "ana@example.com" } } });
  const entries = await site.database.read.selectFrom("history").selectAll().where("action", "=", "claimed").execute();
  expect(entries).toMatchObject([{ subject_id: leadId, actor: "ana@example.com" }]);
});

test("a token that could not take the lead is not used up", async () => {
  const { site, ana, leadId, danas, anas } = await startWithTwo();
  expect((await act(site, anas, "claim")).statusCode).toBe(200);
  expect((await act(site, danas, "claim")).statusCode).toBe(409);
  expect((await ana.call("DELETE", `/api/leads/${leadId}/claim`)).statusCode).toBe(200);
  expect((await act(site, danas, "claim")).statusCode).toBe(200);
  expect((await act(site, danas, "claim")).statusCode).toBe(404);
});

test("the token takes nothing for who needs a second factor first", async () => {
  const { site, dana, danas } = await startWithTwo();
  await requireFactor(dana);
  const refused = await act(site, danas, "claim");
  expect([refused.statusCode, refused.json().code]).toEqual([403, "second_factor_due"]);
});

test("of twenty presses at once one takes the lead", async () => {
  const { site, anas } = await startWithTwo();
  const answers = await Promise.all(Array.from({ length: 20 }, () => act(site, anas, "claim")));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(19).fill(404)]);
});

test("a token that is forged, of another lead, old, or of who has signed out takes nothing", async () => {
  const { site, dana, ana, danas = "", anas = "" } = await startWithTwo();
  const [id, signature] = danas.split(".");
  for (const forged of [
    "",
    "x",
    `${anas.split(".")[0]}.${signature}`,
    `${id}.${"A".repeat(43)}`,
    `${danas}.x`,
    `${danas}A`,
  ])
    expect((await act(site, forged, "claim")).statusCode, forged).toBe(400);
  expect((await act(site, danas, "erase")).statusCode).toBe(400);
  await post(site, "/api/auth/logout", { refreshToken: ana.session.refreshToken });
  expect((await act(site, anas, "claim")).statusCode).toBe(404);
  site.clock.advance(15 * MINUTE);
  for (const what of ["claim", "shown"]) expect((await act(site, danas, what)).statusCode).toBe(404);
  expect((await dana.call("GET", "/api/day")).json().waiting.lines[0].wait.claim).toBeUndefined();
});

test("a device says what it has shown", async () => {
  const { site, dana, danas } = await startWithTwo();
  const recent = async () => (await dana.call("GET", "/api/push")).json().subscriptions[0].recent[0];
  expect((await recent()).state).toBe("handed over");
  expect((await act(site, danas, "shown")).statusCode).toBe(200);
  expect((await act(site, danas, "shown")).statusCode).toBe(200);
  expect((await recent()).state).toBe("shown");
});

async function startWithMail(settings: object) {
  const ringing = await startRinging({ STAFF_EMAIL: STAFF });
  const { site, dana, phone } = ringing;
  const notices = await dana.call("PATCH", "/api/account", { notices: { bookings: true } });
  expect(notices.statusCode, notices.body).toBe(200);
  await switchOn(dana, phone, settings);
  const leadId = await bookLead(site);
  /** Who got the notice of the lead since the last call. */
  const told = async () =>
    (await sentMails(ringing)).filter(({ subject }) => /^New/.test(subject)).flatMap(({ to }) => to.split(","));
  return { ...ringing, leadId, told };
}

test("mail about a lead goes at once to who has not chosen otherwise", async () => {
  const { told } = await startWithMail({});
  expect((await told()).sort()).toEqual([DANA, STAFF]);
});

test("who chose so gets mail about a lead after two minutes, and staff addresses at once", async () => {
  const { site, told } = await startWithMail({ mailToo: false });
  expect(await told()).toEqual([STAFF]);
  site.clock.advance(119);
  expect(await told()).toEqual([]);
  site.clock.advance(1);
  expect(await told()).toEqual([DANA]);
});

test.each(["opened", "taken by another", "opened too late"])(
  "no mail about a lead comes to who chose so if it was %s",
  async (how) => {
    const { site, dana, leadId, told } = await startWithMail({ mailToo: false });
    const ana = await addOnDuty(site, dana, "ana@example.com");
    expect(await told()).toEqual([STAFF]);
    site.clock.advance(how === "opened too late" ? 121 : 60);
    const answer =
      how === "taken by another"
        ? await ana.call("POST", `/api/leads/${leadId}/claim`, {})
        : await dana.call("GET", `/api/leads/${leadId}`);
    expect(answer.statusCode, answer.body).toBe(200);
    site.clock.advance(60);
    expect(await told()).toEqual(how === "opened too late" ? [DANA] : []);
  },
);
