// Publishes facts of the company, as the pages of an admin do it.
import sharp from "sharp";
import type { Picture } from "#company/facts/pictures.ts";
import type { Facts } from "#company/facts/schema.ts";
import { adminSession } from "./accounts.ts";
import type { RunningSite } from "./site.ts";

/** Returns the new number. */
export async function publish(site: RunningSite, change: (facts: Facts) => Facts): Promise<number> {
  const call = await callAs(site);
  const { published, draft } = await call("GET", "");
  const written = await call("PUT", "/draft", { facts: change(published.facts), version: draft?.version ?? 0 });
  if (!written.draft) throw new Error(JSON.stringify(written));
  return (await call("POST", "/publish", { version: written.draft.version })).number;
}

/** A plain one of this size. */
export async function uploadPicture(site: RunningSite, size: { width: number; height: number }): Promise<Picture> {
  const { accessToken } = await adminSession(site);
  const file = await sharp({ create: { ...size, channels: 4, background: "#7a1f5c" } })
    .png()
    .toBuffer();
  const answer = await fetch(`${site.url}/api/site/pictures`, {
    method: "POST",
    headers: { authorization: `Bearer ${accessToken}`, "content-type": "image/png" },
    body: new Uint8Array(file),
  });
  return (await answer.json()).picture;
}

const CAN_HIDE = new Set([
  ...["phone", "email", "address", "contactPerson", "areaServed", "place", "offerWithin", "closingIn"],
  ...["story", "values", "questions", "situations", "benefits", "comparison", "arithmetic", "ready"],
]);

/** Every claim gets this state, but for those that cannot be hidden. */
export function claimedAs(state: "sample" | "confirmed" | "hidden", facts: Facts): Facts {
  const claim = { state, source: "our books", confirmedBy: "", confirmedAt: "" };
  const shown = { ...claim, state: state === "hidden" ? ("confirmed" as const) : state };
  const { homesPurchased, cashOffers, averageClosing, offerWithin } = facts.figures;
  const permission = { givenOn: "2026-10-01", how: "by letter" };
  return {
    ...facts,
    claims: Object.fromEntries(
      Object.keys(facts.claims).map((name) => [name, CAN_HIDE.has(name) ? claim : shown]),
    ) as Facts["claims"],
    figures: {
      homesPurchased: { ...homesPurchased, claim },
      cashOffers: { ...cashOffers, claim },
      averageClosing: { ...averageClosing, claim },
      offerWithin: { ...offerWithin, claim },
    },
    team: facts.team.map((person) => ({ ...person, claim })),
    pages: facts.pages.map((page) => ({ ...page, claim })),
    testimonials: facts.testimonials.map((letter) => ({ ...letter, permission, claim })),
  };
}

/** Calls under /api/site, and returns the answer, a refusal too. */
export async function callAs(site: RunningSite) {
  const { accessToken } = await adminSession(site);
  const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
  return async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${site.url}/api/site${path}`, { method, headers, body: body && JSON.stringify(body) });
    return answer.json();
  };
}
