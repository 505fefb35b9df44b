import { sql } from "kysely";
import { expect, test } from "vitest";
import type { OfferAnswer, OfferDetails, OfferList } from "#deals/offers/admin.ts";
import { addSignedIn } from "#test/accounts.ts";
import { findPart, header, parseMime } from "#test/mime.ts";
import { newOfferContent } from "#test/offers.ts";
import { post } from "#test/requests.ts";
import { answerOffer, bookLead, draftOffer, sentOffer, viewOffer } from "#test/sent-offers.ts";
import { startSite, startSiteWithMail, type TestSite } from "#test/server.ts";

const ROUNDED = { cents: 14_000_000, reason: "Rounded" };
const NEXT = { closingDays: ["2026-12-18"], later: undefined };

test("a draft is computed by the server, whatever sums come with it", async () => {
  const site = await startSite();
  const admin = await addSignedIn(site);
  const draft = await draftOffer(admin, await bookLead(site));
  expect(draft).toMatchObject({ state: "draft", number: 1, version: 2, createdBy: "dana@example.com" });
  expect(draft.figures.cash.cents).toBe(14_145_500);
  const forged = {
    ...newOfferContent(),
    figures: { cash: { cents: 1, figures: [] } },
    state: "sent",
    sentAt: "2026-01-01T00:00:00.000Z",
    offerCents: 1,
  };
  const saved = await admin.call("PUT", `/api/offers/${draft._id}`, forged);
  expect(saved.json<OfferAnswer>().offer).toMatchObject({ state: "draft", figures: { cash: { cents: 14_145_500 } } });
  expect(saved.json<OfferAnswer>().offer.sent).toBeUndefined();
});

test("pressing twice starts one draft, and what another admin has saved is not overwritten", async () => {
  const site = await startSite();
  const admin = await addSignedIn(site);
  const lead = await bookLead(site);
  const starts = await Promise.all([1, 2, 3].map(() => admin.call("POST", `/api/leads/${lead}/offers`)));
  expect(starts.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 201]);
  const { _id, version } = starts[0]?.json<OfferAnswer>().offer ?? { _id: "", version: 0 };
  const first = await admin.call("PUT", `/api/offers/${_id}`, { ...newOfferContent(), version });
  expect(first.statusCode, first.body).toBe(200);
  const late = await admin.call("PUT", `/api/offers/${_id}`, { ...newOfferContent({ sum: ROUNDED }), version });
  expect(late.statusCode).toBe(409);
  expect(late.json()).toMatchObject({ code: "changed_meanwhile", offer: { version: version + 1 } });
});

test("what is absurd is refused beside its field, in a draft and when it is sent", async () => {
  const site = await startSite();
  const admin = await addSignedIn(site);
  const draft = await draftOffer(admin, await bookLead(site), { closingDays: [], later: undefined });
  const wrong = { ...newOfferContent(), repairs: [{ label: "", cents: -1 }], margin: { basisPoints: 9_000 } };
  const refused = await admin.call("PUT", `/api/offers/${draft._id}`, wrong);
  expect(refused.statusCode).toBe(400);
  expect(Object.keys(refused.json().fields).sort()).toEqual([
    "margin.basisPoints",
    "repairs.0.cents",
    "repairs.0.label",
  ]);
  const unsent = await admin.call("POST", `/api/offers/${draft._id}/send`, {});
  expect(unsent.statusCode).toBe(400);
  expect(unsent.json().fields).toEqual({ closingDays: "Please offer at least one closing day" });
  expect((await admin.call("GET", `/api/offers/${draft._id}`)).json<OfferDetails>().offer.state).toBe("draft");
});

test("a sent offer moves the lead, mails a link without any amount, and takes no change", async () => {
  const { site, smtp } = await startSiteWithMail({
    env: { RATE_LIMIT: "off", PUBLIC_URL: "https://homes.example.com" },
  });
  const admin = await addSignedIn(site);
  const lead = await bookLead(site);
  const { offer, isMailed, token } = await sentOffer(admin, lead);
  expect(isMailed).toBe(true);
  expect(offer).toMatchObject({ state: "sent", sent: { by: "dana@example.com" }, openings: { count: 0 } });
  expect(await leadRow(site, lead)).toMatchObject({
    stage: "Offer made",
    offer_cents: 14_145_500,
    offered_at: offer.sent?.at,
  });

  await site.site.mail.sendDue();
  const mail = smtp.mails
    .map(({ raw }) => parseMime(raw))
    .find((one) => header(one, "subject").startsWith("Your offer"));
  expect(mail && header(mail, "subject")).toBe("Your offer for 1422 Elm Street, Springfield, IL 02134");
  const text = mail ? findPart(mail, "text/plain").text : "";
  expect(text).toContain(`https://homes.example.com/offer#${token}`);
  expect(text).not.toMatch(/141\D?455|\$/);

  const change = await admin.call("PUT", `/api/offers/${offer._id}`, newOfferContent({ sum: ROUNDED }));
  const removal = await admin.call("DELETE", `/api/offers/${offer._id}`);
  const again = await admin.call("POST", `/api/offers/${offer._id}/send`, {});
  for (const { statusCode, body } of [change, removal, again])
    expect([statusCode, JSON.parse(body).code]).toEqual([409, "offer_sent"]);
});

test("the database refuses to change what was sent, and to make a draft of it again", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const admin = await addSignedIn(site);
  const { offer, token } = await sentOffer(admin, await bookLead(site));
  await answerOffer(site, token, { answer: "no" });
  const before = await rowsOf(site);
  for (const statement of [
    "update offers set content = '{}'",
    "update offers set figures = '{}'",
    "update offers set valid_until = '2030-01-01'",
    "update offers set offer_cents = 1",
    "update offers set sent_at = null",
    "update offers set state = 'draft'",
    "update offer_answers set answer = 'yes'",
  ])
    await expect(
      site.database.transaction((trx) => sql.raw(statement).execute(trx)),
      statement,
    ).rejects.toThrow(/never changed|only ever added to/);
  expect(await rowsOf(site)).toEqual(before);
  expect((await admin.call("POST", `/api/offers/${offer._id}/withdraw`, {})).statusCode).toBe(200);
  await expect(
    site.database.transaction((trx) => sql.raw("update offers set state = 'sent'").execute(trx)),
  ).rejects.toThrow("never changed");
});

test("a new version replaces the one that stood, and starts where it left off", async () => {
  const { site, smtp } = await startSiteWithMail({ env: { RATE_LIMIT: "off" } });
  const admin = await addSignedIn(site);
  const lead = await bookLead(site);
  const first = await sentOffer(admin, lead);
  site.clock.set("2026-12-12T15:00:00.000Z");
  const again = await addSignedIn(site, { email: "other@example.com" });
  const started = (await again.call("POST", `/api/leads/${lead}/offers`)).json<OfferAnswer>().offer;
  expect(started).toMatchObject({
    number: 2,
    content: { repairs: newOfferContent().repairs, note: newOfferContent().note },
  });
  expect(started.content).toMatchObject({ closingDays: ["2026-12-18", "2027-01-08"], validUntil: "2026-12-19" });
  const second = await again.call("PUT", `/api/offers/${started._id}`, {
    ...newOfferContent({ ...NEXT, sum: ROUNDED }),
    validUntil: "2026-12-19",
  });
  expect(second.statusCode, second.body).toBe(200);
  expect((await again.call("POST", `/api/offers/${started._id}/send`, {})).statusCode).toBe(200);
  const { offers } = (await again.call("GET", `/api/leads/${lead}/offers`)).json<OfferList>();
  expect(offers.map(({ number, state }) => [number, state])).toEqual([
    [2, "sent"],
    [1, "replaced"],
  ]);
  expect((await leadRow(site, lead))?.offer_cents).toBe(14_000_000);
  expect((await viewOffer(site, first.token)).json().offer).toMatchObject({ state: "replaced" });
  await site.site.mail.sendDue();
  const offersMailed = smtp.mails.filter(({ raw }) => header(parseMime(raw), "subject").startsWith("Your offer"));
  expect(offersMailed).toHaveLength(1);
});

test("the costs of the next house start as in the offer that was sent last", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const admin = await addSignedIn(site);
  await sentOffer(admin, await bookLead(site));
  const other = await bookLead(site, { email: "tomas@example.com", meetingTime: "11:00 AM" });
  const { content } = (await admin.call("POST", `/api/leads/${other}/offers`)).json<OfferAnswer>().offer;
  const { buying, selling } = newOfferContent();
  expect(content).toMatchObject({ buying, selling, margin: { basisPoints: 1_800 }, holding: { months: 5 } });
  expect(content).toMatchObject({ value: { cents: 0, comparables: [] }, repairs: [], closingDays: [], note: "" });
});

test("two admins who send at once send one offer", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const admin = await addSignedIn(site);
  const { _id, version } = await draftOffer(admin, await bookLead(site));
  const send = () => admin.call("POST", `/api/offers/${_id}/send`, { version });
  const answers = await Promise.all([send(), send(), admin.call("PUT", `/api/offers/${_id}`, newOfferContent())]);
  expect(answers.slice(0, 2).filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(1);
  const mails = await site.database.read.selectFrom("mails").select("id").where("kind", "=", "offer-sent").execute();
  const { state } = (await admin.call("GET", `/api/offers/${_id}`)).json<OfferDetails>().offer;
  expect([state, mails.length]).toEqual(state === "sent" ? ["sent", 1] : ["draft", 0]);
});

test("nothing is mailed to a person without an address or who has stopped e-mail, and staff get the link", async () => {
  const { site, smtp } = await startSiteWithMail({ env: { RATE_LIMIT: "off" } });
  const admin = await addSignedIn(site);
  const lead = await bookLead(site);
  const stop = { email: "renee@example.com", channels: ["email"], said: "phone", day: "2026-11-20", words: "No mail" };
  expect((await admin.call("POST", "/api/permissions/revocations", stop)).statusCode).toBe(201);
  const { offer, isMailed } = await sentOffer(admin, lead);
  expect([isMailed, typeof offer.url]).toEqual([false, "string"]);
  const { recipient } = (await admin.call("GET", `/api/offers/${offer._id}`)).json<OfferDetails>();
  expect(recipient).toMatchObject({ email: "renee@example.com", hasStoppedEmail: true });
  await site.site.mail.sendDue();
  expect(smtp.mails.filter(({ raw }) => header(parseMime(raw), "subject").startsWith("Your offer"))).toEqual([]);

  await site.database.transaction((trx) => trx.updateTable("people").set({ email: null, email_key: null }).execute());
  const next = await sentOffer(admin, lead, NEXT);
  expect([next.isMailed, (await viewOffer(site, next.token)).json().offer.state]).toEqual([false, "open"]);
});

test("an offer that is withdrawn before its mail leaves is not mailed, and can be withdrawn once", async () => {
  const { site, smtp } = await startSiteWithMail({ env: { RATE_LIMIT: "off" } });
  const admin = await addSignedIn(site);
  const { offer } = await sentOffer(admin, await bookLead(site));
  const withdraw = () => admin.call("POST", `/api/offers/${offer._id}/withdraw`, { version: offer.version });
  const withdrawn = await withdraw();
  expect(withdrawn.json<OfferAnswer>().offer).toMatchObject({ state: "withdrawn", ended: { by: "dana@example.com" } });
  expect(withdrawn.json<OfferAnswer>().offer.url).toBeUndefined();
  expect((await withdraw()).statusCode).toBe(409);
  await site.site.mail.sendDue();
  expect(smtp.mails.filter(({ raw }) => header(parseMime(raw), "subject").startsWith("Your offer"))).toEqual([]);
});

test("an offer is not sent for a lead that has ended, and unknown ones are not found", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const admin = await addSignedIn(site);
  const lead = await bookLead(site);
  const { _id } = await draftOffer(admin, lead);
  await site.database.transaction((trx) => trx.updateTable("leads").set({ stage: "Lost" }).execute());
  const refused = await admin.call("POST", `/api/offers/${_id}/send`, {});
  expect([refused.statusCode, refused.json().code]).toEqual([409, "lead_ended"]);
  for (const id of ["0123456789abcdefghjkmnpqrs", "nonsense", "%00"]) {
    expect((await admin.call("GET", `/api/offers/${id}`)).statusCode).toBe(404);
    expect((await admin.call("POST", `/api/leads/${id}/offers`)).statusCode).toBe(404);
    expect((await admin.call("POST", `/api/offers/${id}/send`, {})).statusCode).toBe(404);
    expect((await admin.call("DELETE", `/api/offers/${id}`)).statusCode).toBe(404);
  }
});

test("only admins see or change offers, and a link opens nothing of another kind", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const admin = await addSignedIn(site);
  const lead = await bookLead(site);
  const { token } = await sentOffer(admin, lead);
  expect((await post(site, "/api/manage-meeting/look-up", { token })).statusCode).toBe(404);
  const user = await addSignedIn(site, { email: "seller@example.com", role: "user" });
  expect((await user.call("GET", `/api/leads/${lead}/offers`)).statusCode).toBe(403);
});

function leadRow(site: TestSite, id: string) {
  return site.database.read.selectFrom("leads").selectAll().where("id", "=", id).executeTakeFirst();
}

async function rowsOf({ database }: TestSite) {
  const offers = await database.read.selectFrom("offers").selectAll().orderBy("id").execute();
  return { offers, answers: await database.read.selectFrom("offer_answers").selectAll().orderBy("id").execute() };
}
