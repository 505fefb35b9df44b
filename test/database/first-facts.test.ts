// What becomes of the company of a 1.0.0 site, which is in the site.config.ts that its owner has edited.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "#app/config.ts";
import type { Facts } from "#company/facts/schema.ts";
import { openToRead } from "#platform/server/database/database.ts";
import { appliedMigrations } from "#platform/server/database/migrate.ts";
import { addSignedIn } from "../accounts.ts";
import { printedBy } from "../programs/commands.ts";
import { startSite } from "../server.ts";
import { databaseOfRelease, FIRST_RELEASE, RELEASES_FOLDER, siteConfig } from "./database-of-version.ts";

const FIRST = join(RELEASES_FOLDER, "1.0.0.backup");

test("after the upgrade the site shows what the edited site.config.ts says, and the file is not read again", async () => {
  const settings = await databaseOfRelease(FIRST);
  const site = await startSite({ env: settings });
  const { call } = await addSignedIn(site, { email: "checks@example.com" });
  const get = async (url: string) => (await call("GET", url)).json();
  const { published, samples } = await get("/api/site");
  const facts: Facts = published.facts;
  expect(published).toMatchObject({ number: 1, by: "site.config.ts" });
  expect(facts).toMatchObject({
    company: {
      name: "Harbor Light Homes",
      phone: "(217) 555-0142",
      address: { street: "9 Quay Street", city: "Portland", state: "ME", zipCode: "04101" },
    },
    timeZone: "America/New_York",
    defaultTheme: "dark",
    calendarInvites: false,
    eraseLeadsAfterDays: 730,
    staffEmails: ["hello@harborlight.example.com"],
    // What 1.0.0 did not know is as shipped.
    bookingRules: { openBookingsPerPerson: 5, changeCutOffHours: 4 },
    leads: { overdueAfterBusinessMinutes: 5, escalateAfterBusinessMinutes: 15 },
  });
  expect(facts.socialLinks[0]).toEqual({ name: "Facebook", url: "https://facebook.com/harborlight" });
  expect(facts.businessHours).not.toHaveProperty("saturday");
  const by = { confirmedBy: "site.config.ts", confirmedAt: site.clock.now().toISOString() };
  expect(facts.figures.homesPurchased.claim).toEqual({ state: "confirmed", source: "our books", ...by });
  expect(samples.map(({ path }: { path: string }) => path)).not.toContain("company.phone");
  expect(samples.map(({ path }: { path: string }) => path)).toContain("team.0");

  const { availability } = await get("/api/bookings/availability");
  expect(availability).toMatchObject({ slotMinutes: 45, capacityPerSlot: 2, horizonDays: 60 });
  expect(availability.hours.monday).toEqual({ opens: "08:00", closes: "11:00" });
  const slotsOn = async (day: string) => (await get(`/api/bookings/available-slots?date=${day}`)).slots;
  expect(await slotsOn("2026-11-30")).toEqual(["8:00 AM", "8:45 AM", "9:30 AM", "10:15 AM"]);
  expect(await slotsOn("2026-12-07")).toEqual([]);
  // Every stored meeting had the length that the file says.
  const lengths = site.database.read.selectFrom("bookings").select("meeting_minutes").distinct();
  expect(await lengths.execute()).toEqual([{ meeting_minutes: 45 }]);

  // Claims that the file confirms need no more than it could say, so that the owner can go on.
  const company = { ...facts.company, contactPerson: "Ana" };
  expect((await call("PUT", "/api/site/draft", { facts: { ...facts, company }, version: 0 })).statusCode).toBe(200);
  expect((await call("POST", "/api/site/publish", { version: 1 })).statusCode).toBe(200);
  rmSync(settings.SITE_CONFIG ?? "");
  const again = await startSite({ env: settings });
  const shown = (await again.app.inject("/api/site/public")).json();
  expect(shown.facts.company).toMatchObject({ name: "Harbor Light Homes", contactPerson: "Ana" });
});

test("without a usable site.config.ts a database of 1.0.0 is refused with a sentence, and stays as it is", async () => {
  const settings = await databaseOfRelease(FIRST);
  const file = settings.SITE_CONFIG ?? "";
  const broken: [(text: string) => string, string][] = [
    [
      (text) => text.replace("217-555-0142", "call us"),
      `${file} is wrong at company.phone: Please enter a valid phone number.`,
    ],
    [(text) => `import { own } from "./own.ts";\n${text}`, `${file} cannot be read: Cannot find module`],
    [(text) => text.replace("export const company = {", "export const company = {{"), `${file} cannot be read: `],
  ];
  for (const [edit, sentence] of broken) {
    siteConfig(settings, edit);
    expect(await printedBy("main", settings)).toContain(`Cannot start: ${sentence}`);
  }
  rmSync(file);
  const missing = `This database is of version 1.0.0, whose company is in its site.config.ts, and there is no ${file}. Copy yours there, or name it with SITE_CONFIG`;
  expect(await printedBy("main", settings)).toContain(`Cannot start: ${missing}`);
  expect(await printedBy("admin", settings, "dana@example.com")).toContain(missing);
  expect(await printedBy("upgrade-check", settings)).toContain(`NO  This version would not start. ${missing}`);
  const { read, close } = await openToRead({ ...readConfig(settings), onConnectionError: () => {} });
  expect((await appliedMigrations(read)).at(-1)).toBe(FIRST_RELEASE);
  await close();
});
