// Twenty updates with planted failures, one after the other on one site with 10,000 bookings, while visitors write and read.
import { appendFileSync, existsSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { SQLITE_FILE } from "#platform/server/database/database.ts";
import { isDrill } from "../drill.ts";
import { bookMeeting } from "../programs/requests.ts";
import { withDatabase } from "../stored-bookings.ts";
import { git } from "./releases.ts";
import { plant, startTrialSite, type TrialSite, unplant, untilReady } from "./trial-site.ts";

const LONG = { timeout: 3_600_000 };
const MAX_DARK_SECONDS = 20;
const DARK = /from here/;
const PAST_BUILD = /A backup was made/;

type End = "old" | "new";
type Trial = { name: string; end: End; run(site: TrialSite): Promise<void>; killed?: boolean };

const refused = async (site: TrialSite, reason: RegExp) => {
  const update = site.update();
  expect(await update.ended, update.said()).toBe(1);
  expect(update.said()).toMatch(reason);
  expect(update.said()).not.toMatch(DARK);
};

const wentBack = async (site: TrialSite, failure: RegExp, after?: () => void) => {
  const update = site.update();
  await update.saysSoon(DARK);
  after?.();
  expect(await update.ended, update.said()).toBe(1);
  expect(update.said()).toMatch(failure);
  expect(update.said()).toMatch(/The version before runs, with everything/);
};

const updated = async (site: TrialSite) => {
  const update = site.update();
  expect(await update.ended, update.said()).toBe(0);
  expect(update.said()).toMatch(/Updated/);
  // The first call after a kill may only end what was cut short.
  if (/cut short at its end|both processes/.test(update.said())) return;
  expect(update.said()).toMatch(/Open after/);
};

const killedAt = (words: RegExp, ms: number): Trial => ({
  name: `kill -9 of everything ${ms} ms after "${words.source}"`,
  end: "new",
  killed: true,
  run: async (site) => {
    site.release();
    const update = site.update();
    await update.saysSoon(words);
    await pause(ms);
    await site.killEverything();
    // Not even the supervisor is there.
    await updated(site);
  },
});

const random = (ms: number) => Math.round(Math.random() * ms);

const TRIALS: Trial[] = [
  {
    name: "no signature",
    end: "old",
    run: (site) => withdrawn(site, site.release({ signedBy: "nobody" }), /not signed with an SSH key/),
  },
  {
    name: "a stranger's signature",
    end: "old",
    run: (site) => withdrawn(site, site.release({ signedBy: "stranger" }), /not signed by a key/),
  },
  {
    name: "an older tag under a new name",
    end: "old",
    run: (site) => withdrawn(site, site.rename("1.1.0"), /what was signed is not/),
  },
  {
    name: "a local change",
    end: "old",
    run: async (site) => {
      const file = join(site.clone, "src/app/main.ts");
      const before = readFileSync(file, "utf8");
      writeFileSync(file, `${before}\n`);
      await refused(site, /files of this clone differ/);
      writeFileSync(file, before);
    },
  },
  {
    name: "the build fails",
    end: "old",
    run: (site) => withdrawn(site, site.release({ isBroken: true }), /could not be built/),
  },
  {
    name: "the disk is full before",
    end: "old",
    run: async (site) => {
      site.release();
      const filler = fill(site, 1);
      await refused(site, /(has|have) to (stay|be) free|full/);
      rmSync(filler);
    },
  },
  {
    name: "the migration fails",
    end: "old",
    run: async (site) => {
      plant(site, "migration");
      if (site.settings.DATABASE_URL) await wentBack(site, /planted failure of the migration/);
      else await refused(site, /planted failure of the migration/);
    },
  },
  {
    name: "the migration fails in the dark only",
    end: "old",
    run: (site) => wentBack(site, /planted failure of the migration/, () => plant(site, "migration")),
  },
  {
    name: "no booking is possible",
    end: "old",
    run: (site) => wentBack(site, /refused/, () => plant(site, "booking")),
  },
  {
    name: "the start fails",
    end: "old",
    run: (site) => wentBack(site, /was not ready after/, () => plant(site, "start")),
  },
  {
    name: "the disk is full in the dark",
    end: "old",
    run: async (site) => {
      const update = site.update();
      // The server copies its database as soon as it is dark. A server without any room for its log would end.
      await update.saysSoon(site.settings.DATABASE_URL ? PAST_BUILD : DARK);
      const filler = fill(site, site.settings.DATABASE_URL ? 1 : 0);
      // What is freed in between is taken too.
      const timer = site.settings.DATABASE_URL ? undefined : setInterval(() => fillMore(filler), 5);
      void update.ended.then(() => clearInterval(timer));
      expect(await update.ended, update.said()).toBe(1);
      expect(update.said()).toMatch(/It failed: /);
      expect(update.said()).toMatch(/The version before runs, with everything/);
      rmSync(filler);
    },
  },
  {
    name: "the start fails, and kill -9 of everything on the way back",
    end: "old",
    killed: true,
    run: async (site) => {
      const update = site.update();
      await update.saysSoon(DARK);
      plant(site, "start");
      await update.saysSoon(/It failed/);
      await pause(random(1_500));
      await site.killEverything();
      unplant(site);
      writeFileSync(join(site.clone, "local"), "");
      // It comes back first, and then something stops it.
      const again = site.update();
      expect(await again.ended, again.said()).toBe(1);
      expect(again.said()).toMatch(/files of this clone differ/);
      rmSync(join(site.clone, "local"));
    },
  },
  killedAt(/Building the site/, random(8_000)),
  killedAt(PAST_BUILD, random(2_000)),
  killedAt(DARK, random(1_500)),
  killedAt(DARK, random(3_000)),
  killedAt(DARK, random(6_000)),
  killedAt(DARK, random(8_000)),
  killedAt(/Open after/, random(200)),
  {
    name: "none",
    end: "new",
    run: async (site) => {
      site.release();
      await updated(site);
    },
  },
];

test.runIf(isDrill)("twenty updates with planted failures have twenty safe ends", LONG, async () => {
  const site = await startTrialSite();
  const rows: string[] = [];
  let running = "1.1.0";
  for (const [index, trial] of TRIALS.entries()) {
    await site.visitors.takeLongest();
    const since = performance.now();
    await trial.run(site);
    unplant(site);
    for (const url of site.urls) await untilReady(url);
    const longest = await site.visitors.takeLongest();
    const version = versionOf(site);
    if (trial.end === "old") expect(version, trial.name).toBe(running);
    else expect(version, trial.name).not.toBe(running);
    running = version;
    await expectWhole(site);
    if (!trial.killed && !/start fails/.test(trial.name))
      expect(longest.write, trial.name).toBeLessThan(MAX_DARK_SECONDS);
    rows.push(
      `| ${index + 1} | ${trial.name} | ${trial.end} (${version}), all ${site.visitors.acknowledged.length} acknowledged | ${longest.write.toFixed(1)} | ${longest.read.toFixed(1)} | ${((performance.now() - since) / 1000).toFixed(0)} |`,
    );
    console.log(rows.at(-1));
  }
  await site.visitors.end();
  expect(site.visitors.surprises).toEqual([]);
});

test.runIf(isDrill && process.env.TEST_ENGINE === "postgres")(
  "two processes of versions that may run side by side: nothing is dark",
  LONG,
  async () => {
    const site = await startTrialSite({ processes: 2 });
    await site.visitors.takeLongest();
    const version = site.release({ isSideBySide: true });
    const update = site.update();
    expect(await update.ended, update.said()).toBe(0);
    expect(update.said()).toContain("Nothing was dark.");
    const { write, read } = await site.visitors.takeLongest();
    console.log(`| two processes | none | new (${version}) | ${write.toFixed(1)} | ${read.toFixed(1)} |`);
    expect(versionOf(site)).toBe(version);
    await expectWhole(site);
    await site.visitors.end();
    expect(site.visitors.surprises).toEqual([]);
  },
);

async function withdrawn(site: TrialSite, version: string, reason: RegExp): Promise<void> {
  await refused(site, reason);
  site.withdraw(version);
}

/** The site as a visitor and the owner find it after an update. */
async function expectWhole(site: TrialSite): Promise<void> {
  expect(git(site.clone, "status", "--porcelain")).toBe("");
  expect(existsSync(join(site.clone, "build-update/state.json"))).toBe(false);
  expect(existsSync(join(site.settings.DATA_DIR ?? "", "closed-for-update"))).toBe(false);
  for (const url of site.urls) await bookMeeting({ url }, { email: `whole${Date.now()}@example.com` });
  const acknowledged = [...site.visitors.acknowledged];
  await withDatabase(site.settings, async ({ read }) => {
    const { rows } = await sql<{ email: string }>`select email from contact_messages`.execute(read);
    const stored = new Set(rows.map(({ email }) => email));
    expect(acknowledged.filter((email) => !stored.has(email))).toEqual([]);
    const { rows: bookings } = await sql<{ count: number }>`select count(*) as count from meetings`.execute(read);
    expect(Number(bookings[0]?.count)).toBeGreaterThanOrEqual(10_000);
    const { rows: sent } = await sql`select 1 from inquiries where email = 'trial@example.com'`.execute(read);
    expect(sent).toEqual([]);
  });
}

function versionOf(site: TrialSite): string {
  const log = readFileSync(join(site.folder, "site.log"), "utf8");
  const [, version = ""] = [...log.matchAll(/The site is at \S+ \(version (\S+)\)/g)].at(-1) ?? [];
  expect(JSON.parse(readFileSync(join(site.clone, "package.json"), "utf8")).version).toBe(version);
  return version;
}

/** Leaves this share of the database's size free. */
function fill(site: TrialSite, share: number): string {
  const file = join(site.disk, "filler");
  const live = join(site.settings.DATA_DIR ?? "", SQLITE_FILE);
  const size = existsSync(live) ? statSync(live).size : 60_000_000;
  const { bavail, bsize } = statfsSync(site.disk);
  try {
    writeFileSync(file, Buffer.alloc(Math.max(0, bavail * bsize - Math.round(share * size))));
  } catch (error) {
    // The site writes too.
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
  return file;
}

function fillMore(file: string): void {
  for (const bytes of [1_000_000, 4_096])
    try {
      appendFileSync(file, Buffer.alloc(bytes));
    } catch {
      // The disk is full.
    }
}
