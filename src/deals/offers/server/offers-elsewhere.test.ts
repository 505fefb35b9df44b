// What becomes of offers elsewhere: receivers of webhooks, the page of a person, erasure.
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Housekeeping } from "#app/housekeeping.ts";
import { addSignedIn } from "#test/accounts.ts";
import { startReceiver } from "#test/receiver.ts";
import { sendContactMessage } from "#test/requests.ts";
import { answerOffer, bookLead, draftOffer, sentOffer, viewOffer } from "#test/sent-offers.ts";
import { startSite, type TestSite } from "#test/server.ts";
import { deleteOffersOf, listOffersOfLeads } from "./store.ts";

test("webhooks tell of an offer that is sent and of its answers, and never the link", async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const site = await startSite({ env: { RATE_LIMIT: "off", WEBHOOK_ALLOW_PRIVATE: "on" } });
  const admin = await addSignedIn(site);
  const events = ["offer.sent", "offer.answered"];
  expect(
    (await admin.call("POST", "/api/webhooks/endpoints", { name: "CRM", url: receiver.url, events })).statusCode,
  ).toBe(201);
  const lead = await bookLead(site);
  const { offer, token } = await sentOffer(admin, lead);
  await answerOffer(site, token, { answer: "counter", amountCents: 15_000_000, text: "The roof is new" });
  await site.site.webhooks.sendDue();
  const bodies = receiver.received.map(({ body }) => JSON.parse(body)).sort((a, b) => (a.type < b.type ? 1 : -1));
  expect(bodies).toMatchObject([
    { type: "offer.sent", data: { id: offer._id, leadId: lead, cashCents: 14_145_500, laterCents: 15_088_500 } },
    { type: "offer.answered", data: { offerId: offer._id, leadId: lead, answer: "counter", amountCents: 15_000_000 } },
  ]);
  expect(JSON.stringify(bodies)).not.toContain(token.split(".")[1]);
});

test("the offers of a lead are listed with their answers, and deleted with everything about them", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const admin = await addSignedIn(site);
  const lead = await bookLead(site);
  const { token } = await sentOffer(admin, lead);
  await answerOffer(site, token, { answer: "question", text: "When?" }, { "idempotency-key": "once" });
  await draftOffer(admin, lead);
  const kept = await sentOffer(admin, await bookLead(site, { email: "tomas@example.com", meetingTime: "11:00 AM" }));
  const [draft, sent] = await listOffersOfLeads(site.database.read, [lead]);
  expect(draft?.state).toBe("draft");
  expect(sent?.answers).toMatchObject([{ answer: "question", text: "When?" }]);
  const mailIds = await site.database.transaction((trx) => deleteOffersOf(trx, [lead]));
  expect(mailIds).toHaveLength(2);
  expect((await rowsOf(site)).offers.map(({ id }) => id)).toEqual([kept.offer._id]);
  expect((await rowsOf(site)).answers).toEqual([]);
  expect((await viewOffer(site, token)).statusCode).toBe(404);
  expect((await viewOffer(site, kept.token)).statusCode).toBe(200);
});

test("housekeeping deletes the draft of a lead that went with its only message", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const admin = await addSignedIn(site);
  await sendContactMessage(site);
  const { contacts } = (await admin.call("GET", "/api/contact/admin/submissions")).json();
  const { lead_id } = await site.database.read
    .selectFrom("contact_messages")
    .select("lead_id")
    .executeTakeFirstOrThrow();
  const { _id } = await draftOffer(admin, lead_id as string);
  expect((await admin.call("DELETE", `/api/contact/admin/submissions/${contacts[0]._id}`)).statusCode).toBe(200);
  expect((await admin.call("GET", `/api/offers/${_id}`)).statusCode).toBe(404);
  const { database, clock } = site;
  const log = { error: () => {}, info: () => {} };
  await new Housekeeping({ database, clock, log, dataDir: join(site.config.dataDir, "none") }).tidy();
  expect((await rowsOf(site)).offers).toEqual([]);
});

async function rowsOf({ database }: TestSite) {
  const offers = await database.read.selectFrom("offers").selectAll().orderBy("id").execute();
  return { offers, answers: await database.read.selectFrom("offer_answers").selectAll().orderBy("id").execute() };
}
