import { readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { US_STATES } from "#inquiries/bookings/us-states.ts";
import { addSignedIn } from "#test/accounts.ts";
import { publishFacts } from "#test/published.ts";
import { startSite } from "#test/server.ts";
import { findPlace, PLACES } from "./find-place.ts";
import { TABLE } from "./find-town.ts";

const TOWNS = {
  62704: { city: "Springfield", state: "IL" },
  "02134": { city: "Allston", state: "MA" },
  "00501": { city: "Holtsville", state: "NY" },
  99950: { city: "Ketchikan", state: "AK" },
};
const ELSEWHERE = {
  20001: { city: "Washington", state: "DC" },
  "00901": { city: "San Juan", state: "PR" },
  "00801": { city: "St Thomas", state: "VI" },
  96910: { city: "Hagatna", state: "GU" },
  96799: { city: "Pago Pago", state: "AS" },
  96950: { city: "Saipan", state: "MP" },
};
const UNKNOWN_MILITARY_FOREIGN = ["00000", "99999", "09012", "96940"];

test("a visitor learns the town of a ZIP code, if it has one", async () => {
  const site = await startSite();
  const ask = (zipCode: string) => site.app.inject(`/api/zip-codes?zipCode=${zipCode}`);
  for (const [zipCode, town] of Object.entries(TOWNS)) {
    const answer = await ask(zipCode);
    expect(answer.json()).toEqual({ success: true, town });
    expect(answer.headers["cache-control"]).toBe("public, max-age=86400");
  }
  const without = [...UNKNOWN_MILITARY_FOREIGN, ...Object.keys(ELSEWHERE)];
  for (const zipCode of without) expect((await ask(zipCode)).json(), zipCode).toEqual({ success: true });
  await publishFacts(site, (facts) => ({ ...facts, states: { district: true, territories: true } }));
  for (const [zipCode, town] of Object.entries(ELSEWHERE))
    expect((await ask(zipCode)).json()).toEqual({ success: true, town });
});

test("what is no ZIP code is refused, and the refusal is not kept", async () => {
  const site = await startSite();
  for (const zipCode of ["", "6270", "627041", "62704-1234", " 6270", "Sprin", "٦٢٧٠٤", "62704\n"]) {
    const answer = await site.app.inject({ url: "/api/zip-codes", query: { zipCode } });
    expect([answer.statusCode, answer.json().code], zipCode).toEqual([400, "invalid_input"]);
    expect(answer.headers["cache-control"]).toBe("no-store");
  }
});

test("the table is small, has each ZIP code once, and knows towns of every state", () => {
  expect(statSync(TABLE).size + statSync(PLACES).size).toBeLessThanOrEqual(400_000);
  const lines = readFileSync(TABLE, "utf8").trimEnd().split("\n");
  const odd = lines.filter((line) => !/^\d{3}[A-Z]{2}((\d\d)+[A-Z][A-Za-z .'-]+)+$/.test(line));
  expect(odd).toEqual([]);
  const codes = lines.flatMap((line) =>
    line
      .slice(5)
      .match(/\d\d/g)
      ?.map((digits) => line.slice(0, 3) + digits),
  );
  expect(codes.length).toBeGreaterThan(41_000);
  expect(new Set(codes).size).toBe(codes.length);
  const states = new Set(lines.map((line) => line.slice(3, 5)));
  expect([...states].sort()).toEqual(Object.keys(US_STATES).sort());
});

/** As published by the Census Bureau. */
const PLACES_KNOWN = {
  62704: [39.77, -89.69],
  "02134": [42.36, -71.13],
  90012: [34.06, -118.24],
  96813: [21.31, -157.86],
  "00901": [18.46, -66.1],
} as const;

test("an admin learns roughly where a ZIP code is, and nobody else is told", async () => {
  const site = await startSite();
  const { call } = await addSignedIn(site);
  for (const [zipCode, [latitude, longitude]] of Object.entries(PLACES_KNOWN)) {
    const { place } = (await call("GET", `/api/zip-codes/place?zipCode=${zipCode}`)).json();
    expect(Math.abs(place.latitude - latitude), zipCode).toBeLessThan(0.15);
    expect(Math.abs(place.longitude - longitude), zipCode).toBeLessThan(0.2);
  }
  for (const zipCode of ["00000", "99999"]) expect(findPlace(zipCode)).toBeUndefined();
  expect((await site.app.inject("/api/zip-codes/place?zipCode=62704")).statusCode).toBe(401);
});
