import { expect, test } from "vitest";
import type { OfferDetails } from "#deals/offers/admin.ts";
import { keysOf } from "#platform/server/links/derive-key.ts";
import { addSignedIn } from "#test/accounts.ts";
import { findPart, header, parseMime } from "#test/mime.ts";
import { newCall } from "#test/people.ts";
import { answerOffer, bookLead, draftOffer, sentOffer, viewOffer } from "#test/sent-offers.ts";
import { startSite, startSiteWithMail, type TestSite } from "#test/server.ts";
import { createOfferLinks } from "./offer-links.ts";

const OFF = { RATE_LIMIT: "off" };
const STAFF = "staff@porchlight.example";
const MINUTE = 60;
const OTHER_HOUSE = {
  meetingTime: "11:00 AM",
  propertyAddress: { street: "9 Oak Avenue", city: "Springfield", state: "IL", zipCode: "62701" },
};

async function startWithOffer(env: Record<string, string> = OFF) {
  const site = await startSite({ env });
  const admin = await addSignedIn(site);
  return { site, admin, ...(await sentOffer(admin, await bookLead(site))) };
}

async function readOffer({ site, offer }: { site: TestSite; offer: { _id: string } }) {
  const reader = await addSignedIn(site, { email: `reader${Math.random()}@example.com` });
  return (await reader.call("GET", `/api/offers/${offer._id}`)).json<OfferDetails>();
}

test("the seller's link shows the offer and nothing about staff or other offers", async () => {
  const { site, token } = await startWithOffer();
  const seen = await viewOffer(site, token);
  expect(seen.statusCode, seen.body).toBe(200);
  expect(seen.headers["cache-control"]).toContain("no-store");
  expect(seen.json().offer).toMatchObject({
    state: "open",
    name: "Renée O'Brien-Núñez",
    place: "1422 Elm Street, Springfield, IL 02134",
    offer: { figures: { cash: { cents: 14_145_500 }, later: { cents: 15_088_500 }, list: { cents: 16_660_000 } } },
    answers: [],
  });
  expect(seen.body).not.toMatch(/dana@|renee@|217\W*555|version/);
});

test("reloads within ten minutes are one opening, and the first is in the history", async () => {
  const { site, token, offer } = await startWithOffer();
  for (let times = 0; times < 3; times++) await viewOffer(site, token);
  expect((await readOffer({ site, offer })).offer.openings).toMatchObject({ count: 1 });
  site.clock.advance(11 * MINUTE);
  await Promise.all([1, 2, 3].map(() => viewOffer(site, token)));
  const { offer: seen, history } = await readOffer({ site, offer });
  expect(seen.openings).toEqual({
    count: 2,
    firstAt: "2026-11-20T15:00:00.000Z",
    lastAt: "2026-11-20T15:11:00.000Z",
  });
  expect(history.filter(({ action }) => action === "viewed")).toHaveLength(1);
});

test("a forged, foreign, old or cut link opens and answers nothing", async () => {
  const { site, token, offer, admin } = await startWithOffer();
  const [id = "", signature = ""] = token.split(".");
  const other =
    createOfferLinks(keysOf("another secret of the same length as ours!"), "http://x").urlOf(id).split("#")[1] ?? "";
  const forged = [
    "",
    ".",
    id,
    `${id}.`,
    `${id}.${signature.slice(1)}`,
    `${id}.${signature.slice(0, -1)}${signature.endsWith("A") ? "B" : "A"}`,
    `${token}.more`,
    `0123456789abcdefghjkmnpqrs.${signature}`,
    other,
    "é.é",
    "x".repeat(5_000),
  ];
  for (const wrong of forged) {
    expect([400, 404], wrong).toContain((await viewOffer(site, wrong)).statusCode);
    expect([400, 404], wrong).toContain((await answerOffer(site, wrong, { answer: "yes" })).statusCode);
  }
  for (const wrong of [null, 5, {}, [token]])
    expect(
      (await site.app.inject({ method: "POST", url: "/api/offers/view", payload: { token: wrong } })).statusCode,
    ).toBe(400);
  const draft = await draftOffer(admin, offer.leadId);
  const links = createOfferLinks(keysOf(String(site.config.authSecret ?? "")), "http://x");
  expect((await viewOffer(site, links.urlOf(draft._id).split("#")[1] ?? "")).statusCode).toBe(404);
  for (const method of ["GET", "HEAD"] as const)
    expect((await site.app.inject({ method, url: "/api/offers/view" })).statusCode).not.toBe(200);
  expect((await readOffer({ site, offer })).offer).toMatchObject({ openings: { count: 0 }, answers: [] });
});

test("answers follow each other, each is kept, and staff hear of each at once", async () => {
  const { site, smtp } = await startSiteWithMail({
    env: { ...OFF, STAFF_EMAIL: STAFF, PUBLIC_URL: "https://homes.example.com" },
  });
  const admin = await addSignedIn(site);
  const lead = await bookLead(site);
  const { token, offer } = await sentOffer(admin, lead);
  const first = await answerOffer(site, token, { answer: "question", text: "When do you need the <b>key</b>?" });
  expect(first.statusCode, first.body).toBe(200);
  site.clock.advance(MINUTE);
  const yes = { answer: "yes", alternative: "later", closingDay: "2027-03-05", text: "My brother agrees" };
  const second = await answerOffer(site, token, yes);
  expect(second.json().offer.answers).toMatchObject([{ answer: "question" }, yes]);
  const accepted = async () => (await admin.call("GET", `/api/leads/${lead}`)).json().lead.acceptedCents;
  expect(await accepted()).toBe(15_088_500);
  await site.site.mail.sendDue();
  const mails = smtp.mails.filter(({ to }) => to[0] === STAFF).map(({ raw }) => parseMime(raw));
  const subjects = mails.map((mail) => header(mail, "subject"));
  expect(subjects).toContain("Renée O'Brien-Núñez has a question: 1422 Elm Street, Springfield, IL 02134");
  const saysYes = mails.find((mail) => header(mail, "subject").includes("says yes"));
  expect(saysYes && header(saysYes, "reply-to")).toContain("renee@example.com");
  const text = saysYes ? findPart(saysYes, "text/plain").text : "";
  for (const words of ["More, with a later date", "Friday, March 5, 2027", "My brother agrees", "$141,455"])
    expect(text).toContain(words);
  expect(text).toContain(`https://homes.example.com/admin/leads/${lead}/offers/${offer._id}`);
  const { history } = await readOffer({ site, offer });
  expect(history.filter(({ action }) => action === "answered").map(({ to, actor }) => [to, actor])).toEqual([
    ["Yes", "visitor"],
    ["A question", "visitor"],
  ]);
  await answerOffer(site, token, { answer: "no" });
  expect(await accepted()).toBeUndefined();
});

test("an answer without what it needs, or with what was not offered, is refused beside its field", async () => {
  const { site, token } = await startWithOffer();
  const fieldsOf = async (answer: object) => {
    const refused = await answerOffer(site, token, answer);
    expect(refused.statusCode, refused.body).toBe(400);
    return Object.keys(refused.json().fields);
  };
  expect(await fieldsOf({ answer: "question", text: "  " })).toEqual(["text"]);
  expect(await fieldsOf({ answer: "counter" })).toEqual(["amountCents"]);
  for (const amountCents of [0, -5, 1.5, 1e15, "150000"])
    expect(await fieldsOf({ answer: "counter", amountCents })).toEqual(["amountCents"]);
  expect(await fieldsOf({ answer: "maybe" })).toEqual(["answer"]);
  expect(await fieldsOf({ answer: "no", text: "x".repeat(2_001) })).toEqual(["text"]);
  expect(await fieldsOf({ answer: "no", text: "a\u0000b" })).toEqual(["text"]);
  expect(await fieldsOf({ answer: "yes", alternative: "list" })).toEqual(["alternative"]);
  expect(await fieldsOf({ answer: "yes", closingDay: "2027-03-05" })).toEqual(["closingDay"]);
  expect(await fieldsOf({ answer: "yes", alternative: "later", closingDay: "2026-12-11" })).toEqual(["closingDay"]);
  expect((await viewOffer(site, token)).json().offer.answers).toEqual([]);
});

test("withdrawn, replaced and expired offers say so kindly, show no more than they should, and take no answer", async () => {
  const { site, admin, token, offer } = await startWithOffer();
  site.clock.set("2026-12-05T05:59:00.000Z");
  expect((await viewOffer(site, token)).json().offer.state).toBe("open");
  // Midnight in the company's zone, after the last day.
  site.clock.set("2026-12-05T06:00:00.000Z");
  const expired = await answerOffer(site, token, { answer: "yes" });
  expect([expired.statusCode, expired.json().code]).toEqual([409, "offer_closed"]);
  expect(expired.json().message).toContain("The time of this offer is over. Please call (555) 010-0199.");
  expect(expired.json().offer).toMatchObject({ state: "expired", offer: { figures: {} } });
  site.clock.set("2026-11-20T15:05:00.000Z");
  await admin.call("POST", `/api/offers/${offer._id}/withdraw`, {});
  const withdrawn = await answerOffer(site, token, { answer: "yes" });
  expect([withdrawn.statusCode, withdrawn.json().offer.state]).toEqual([409, "withdrawn"]);
  const seen = (await viewOffer(site, token)).json().offer;
  expect(seen).toMatchObject({ state: "withdrawn", answers: [] });
  expect(seen.offer).toBeUndefined();
});

test("an offer of a lead that is under contract, closed or lost is closed: it says so kindly, and is neither answered nor sent", async () => {
  const { site, smtp } = await startSiteWithMail({ env: OFF });
  const admin = await addSignedIn(site);
  const lead = await bookLead(site);
  const { token, offer } = await sentOffer(admin, lead);
  const draft = await draftOffer(admin, lead);
  const move = async (change: object) => {
    const moved = await admin.call("PATCH", `/api/leads/${lead}/stage`, change);
    expect(moved.statusCode, moved.body).toBe(200);
  };
  const contract = { stage: "Under contract", contractCents: 1, contractDay: "2026-11-20" };
  const ends = [
    contract,
    { stage: "Closed", closingCents: 1, closingDay: "2026-11-20" },
    { stage: "Lost", reason: "price" },
  ];
  for (const change of ends) {
    await move(change);
    for (const refused of [await viewOffer(site, token), await answerOffer(site, token, { answer: "yes" })]) {
      expect([refused.statusCode, refused.json().code], change.stage).toEqual([409, "offer_closed"]);
      expect(refused.json().message).toBe(
        "Things have moved on since this offer was sent, so it is closed. Please call (555) 010-0199.",
      );
      expect(refused.json().offer).toMatchObject({ state: "closed", answers: [] });
      expect(refused.json().offer.offer).toBeUndefined();
    }
    const sent = await admin.call("POST", `/api/offers/${draft._id}/send`, {});
    expect([sent.statusCode, sent.json().code], change.stage).toEqual([409, "lead_ended"]);
  }
  await site.site.mail.sendDue();
  expect(smtp.mails.filter(({ raw }) => header(parseMime(raw), "subject").startsWith("Your offer"))).toEqual([]);
  const { offer: kept } = await readOffer({ site, offer });
  expect([kept.answers, kept.openings.count]).toEqual([[], 0]);
  await move({ stage: "Offer made" });
  expect((await viewOffer(site, token)).json().offer.state).toBe("open");
});

test("an answer and the contract at once end in one of the two orders", async () => {
  const { site, admin, token, offer } = await startWithOffer();
  const { lead_id } = await site.database.read.selectFrom("offers").select("lead_id").executeTakeFirstOrThrow();
  const [answered, moved] = await Promise.all([
    answerOffer(site, token, { answer: "no" }),
    admin.call("PATCH", `/api/leads/${lead_id}/stage`, { stage: "Under contract" }),
  ]);
  expect(moved.statusCode, moved.body).toBe(200);
  expect([200, 409]).toContain(answered.statusCode);
  const acts = await site.database.read
    .selectFrom("history")
    .select("action")
    .where((is) => is.or([is("action", "=", "answered"), is("detail", "like", "%Under contract%")]))
    .orderBy("id")
    .execute();
  const order = answered.statusCode === 200 ? ["answered", "stage"] : ["stage"];
  expect(acts.map(({ action }) => action)).toEqual(order);
  expect((await readOffer({ site, offer })).offer.answers).toHaveLength(order.length - 1);
});

test("an answer and a withdrawal at once end in one of the two orders", async () => {
  const { site, admin, token, offer } = await startWithOffer();
  const [answered, withdrawn] = await Promise.all([
    answerOffer(site, token, { answer: "yes" }),
    admin.call("POST", `/api/offers/${offer._id}/withdraw`, {}),
  ]);
  expect(withdrawn.statusCode).toBe(200);
  expect([200, 409]).toContain(answered.statusCode);
  const { answers, state } = (await readOffer({ site, offer })).offer;
  expect([answers.length, state]).toEqual([answered.statusCode === 200 ? 1 : 0, "withdrawn"]);
});

test("a repeated answer with its key is kept once", async () => {
  const { site, token, offer } = await startWithOffer();
  const key = { "idempotency-key": "0123456789abcdef" };
  const answers = await Promise.all([1, 2, 3].map(() => answerOffer(site, token, { answer: "yes" }, key)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect((await answerOffer(site, token, { answer: "no" }, key)).statusCode).toBe(422);
  expect((await readOffer({ site, offer })).offer.answers).toHaveLength(1);
});

test("a flood of answers ends at the address, and from many addresses at the offer", async () => {
  const { site, token, offer } = await startWithOffer({ TRUST_PROXY: "127.0.0.1" });
  const from = (address: string) => answerOffer(site, token, { answer: "no" }, { "x-forwarded-for": address });
  const statuses: number[] = [];
  for (let times = 0; times < 11; times++) statuses.push((await from("203.0.113.9")).statusCode);
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
  for (let host = 1; host <= 11; host++) statuses.push((await from(`198.51.100.${host}`)).statusCode);
  expect(statuses.slice(11)).toEqual([...Array(10).fill(200), 429]);
  expect((await readOffer({ site, offer })).offer.answers).toHaveLength(20);
});

test("an answer that arrives with a stale token is still heard", async () => {
  const { site, token } = await startWithOffer();
  const answered = await answerOffer(site, token, { answer: "no" }, { authorization: "Bearer stale" });
  expect(answered.statusCode).toBe(200);
});

async function startTalking() {
  const site = await startSite({ env: OFF });
  const admin = await addSignedIn(site);
  const talk = (id: string) =>
    admin.call("POST", `/api/leads/${id}/log`, { channel: "call", outcome: "reached", next: null });
  const waiting = async () =>
    (await admin.call("GET", "/api/day")).json().waiting.lines.map(({ lead }: { lead: { _id: string } }) => lead._id);
  return { site, admin, talk, waiting };
}

test("a question waits at the lead of its offer until staff speak with the seller about that lead", async () => {
  const { site, admin, talk, waiting } = await startTalking();
  const [first, second] = [await bookLead(site), await bookLead(site, OTHER_HOUSE)];
  const { token } = await sentOffer(admin, second);
  for (const lead of [first, second]) await talk(lead);
  expect(await waiting()).toEqual([]);
  await answerOffer(site, token, { answer: "question", text: "When?" });
  expect(await waiting()).toEqual([second]);
  await talk(first);
  await admin.call("POST", "/api/leads/calls", newCall({ email: "renee@example.com", property: undefined }));
  expect(await waiting()).toEqual([second]);
  await talk(second);
  expect(await waiting()).toEqual([]);
});

test("a question waits where staff see its lead once that is joined into another, and again alone when they part", async () => {
  const { site, admin, talk, waiting } = await startTalking();
  const heir = await bookLead(site, { ...OTHER_HOUSE, email: "jack@example.com", phone: "(312) 555-0100" });
  const lead = await bookLead(site);
  const { token } = await sentOffer(admin, lead);
  await admin.call("PATCH", `/api/leads/${heir}/stage`, { stage: "Offer made" });
  for (const id of [heir, lead]) await talk(id);
  await answerOffer(site, token, { answer: "question", text: "When?" });
  expect((await admin.call("POST", `/api/leads/${heir}/join`, { leadId: lead })).statusCode).toBe(200);
  expect(await waiting()).toEqual([heir]);
  await admin.call("POST", `/api/leads/${lead}/part`, {});
  expect(await waiting()).toEqual([lead]);
  await admin.call("POST", `/api/leads/${heir}/join`, { leadId: lead });
  await talk(heir);
  expect(await waiting()).toEqual([]);
  await admin.call("POST", `/api/leads/${lead}/part`, {});
  expect(await waiting()).toEqual([]);
});
