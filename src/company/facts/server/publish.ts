import type { Draft, DraftChange } from "#company/facts/admin.ts";
import { factsOn, hasAnnouncement } from "#company/facts/announcement.ts";
import { describeChanges } from "#company/facts/changes.ts";
import { stampClaims, withWordsVersion } from "#company/facts/confirmations.ts";
import { adoptFacts } from "#company/facts/facts.ts";
import { CompanyRefusal } from "#company/facts/refusals.ts";
import { type Facts, factsSchema, LAST_STAFF_EMAIL } from "#company/facts/schema.ts";
import type { CompanyVersion } from "#company/facts/version.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry, writeOncePerHour } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { CHANGED_MEANWHILE } from "#platform/version.ts";
import { findKnownPictures } from "./pictures/store.ts";
import {
  closeDraft,
  findDraft,
  findLatestNumber,
  findLatestVersion,
  findVersion,
  insertVersion,
  writeDraft,
} from "./store.ts";

/** The promise rejects if a page cannot be rendered. */
export type RenderPages = (version: Pick<CompanyVersion, "number" | "facts">) => Promise<() => void>;

/** The promise rejects if the page cannot be rendered; the result is undefined if there is no such page. */
export type RenderPage = (
  version: Pick<CompanyVersion, "number" | "facts">,
  path: string,
) => Promise<string | undefined>;

/** The callback runs in the transaction that publishes. */
export type OnPublished = (trx: Db, change: { before: Facts; after: Facts; actor: string; now: Date }) => Promise<void>;

type Options = {
  database: Database;
  clock: Clock;
  renderPages: RenderPages;
  renderPage: RenderPage;
  onPublished?: OnPublished;
  published: CompanyVersion;
};
type By = { actor: string; now: Date };
type Publication = By & { latest: CompanyVersion; draftVersion?: number; againNumber?: number };

const SUBJECT = { kind: "site", id: "site" };

/** Facts and pages of one version are exchanged together. */
export class PublishedVersion {
  readonly #database: Options["database"];
  readonly #clock: Clock;
  readonly #renderPages: RenderPages;
  readonly #renderPage: RenderPage;
  readonly #onPublished: OnPublished | undefined;
  #shown: CompanyVersion;
  #hasAnnouncement: boolean;
  #publishing: Promise<unknown> = Promise.resolve();
  #previewing: Promise<unknown> = Promise.resolve();

  constructor({ database, clock, renderPages, renderPage, onPublished, published }: Options) {
    this.#database = database;
    this.#clock = clock;
    this.#renderPages = renderPages;
    this.#renderPage = renderPage;
    this.#onPublished = onPublished;
    this.#shown = published;
    this.#hasAnnouncement = hasAnnouncement(published.facts, clock.now());
  }

  get shown(): CompanyVersion {
    return this.#shown;
  }

  /** Throws invalid_input, and changed_meanwhile, also if the facts were read from an older version than the published one. */
  async changeDraft({ facts, version, basedOn, ...by }: DraftChange & By): Promise<Draft> {
    if (facts.staffEmails.length === 0)
      throw new CompanyRefusal("last_staff_email", LAST_STAFF_EMAIL, {
        fields: { "facts.staffEmails": LAST_STAFF_EMAIL },
      });
    return this.#database.transaction(async (trx) => {
      const latest = await requireLatest(trx);
      const before = await findDraft(trx, latest.facts);
      if (basedOn !== undefined && basedOn !== latest.number) throw changedMeanwhile(before, latest);
      const stamped = stampClaims(facts, [latest.facts, ...(before ? [before.facts] : [])], by);
      refuseInvalid(stamped);
      await refuseUnknownPictures(trx, stamped);
      const draft = await writeDraft(trx, { facts: stamped, version, basedOn: latest.number, ...by });
      if (!draft) throw changedMeanwhile(before, latest);
      await writeOncePerHour(trx, { subject: SUBJECT, ...by, action: "changed", to: "the draft" });
      return draft;
    });
  }

  /** Throws nothing_to_publish, changed_meanwhile, not_rendered. */
  publishDraft({ version, ...by }: { version: number } & By): Promise<number> {
    return this.#inTurn(() => this.#publishDraft(version, by));
  }

  async #publishDraft(version: number, by: By): Promise<number> {
    const latest = await requireLatest(this.#database.read);
    const draft = await findDraft(this.#database.read, latest.facts);
    if (draft?.version !== version || draft.basedOn !== latest.number) throw changedMeanwhile(draft, latest);
    return this.#publish(draft.facts, { ...by, latest, draftVersion: version });
  }

  /**
   * Agreements, staff e-mails and retention keep their present values. Throws not_found, nothing_to_publish, changed_meanwhile,
   * not_rendered.
   */
  republish(number: number, by: By): Promise<number> {
    return this.#inTurn(() => this.#republish(number, by));
  }

  async #republish(number: number, by: By): Promise<number> {
    const latest = await requireLatest(this.#database.read);
    const version = await findVersion(this.#database.read, number, latest.facts).catch((error) => {
      throw notRendered("This version cannot be read any more", error);
    });
    if (!version) throw new AppError("not_found", "There is no such version.");
    const { permissionWords, staffEmails, eraseLeadsAfterDays, permissionYears } = latest.facts;
    const claims = { ...version.facts.claims, permissionWords: latest.facts.claims.permissionWords };
    const kept = { permissionWords, claims, staffEmails, eraseLeadsAfterDays, permissionYears };
    return this.#publish({ ...version.facts, ...kept }, { ...by, latest, againNumber: number });
  }

  /** Previews render one at a time, because each takes a thread. Throws not_found, not_rendered. */
  renderDraft(facts: Facts, path: string): Promise<string> {
    const rendered = this.#previewing.then(async () => {
      const version = { number: this.#shown.number, facts: factsOn(facts, this.#clock.now()) };
      const html = await this.#renderPage(version, path).catch((error) => {
        throw notRendered("The page could not be made", error);
      });
      if (html === undefined) throw new AppError("not_found", "There is no such page.");
      return html;
    });
    this.#previewing = rendered.catch(() => {});
    return rendered;
  }

  async refresh(): Promise<void> {
    const isEnded = this.#hasAnnouncement && !hasAnnouncement(this.#shown.facts, this.#clock.now());
    if (!isEnded && (await findLatestNumber(this.#database.read)) === this.#shown.number) return;
    const latest = await findLatestVersion(this.#database.read);
    const now = this.#clock.now();
    if (!latest || !this.#isNews(latest, now)) return;
    this.#show(latest, await this.#renderPages({ ...latest, facts: factsOn(latest.facts, now) }), now);
  }

  /** Publishing is serialized: the second of two must see what the first one published. */
  #inTurn(publish: () => Promise<number>): Promise<number> {
    const published = this.#publishing.then(publish);
    this.#publishing = published.catch(() => {});
    return published;
  }

  async #publish(wanted: Facts, { latest, actor, now, draftVersion, againNumber }: Publication): Promise<number> {
    const number = latest.number + 1;
    const facts = withWordsVersion(wanted, latest.facts, number);
    const changes = describeChanges(latest.facts, facts);
    if (changes === "") throw new CompanyRefusal("nothing_to_publish", "This is what the site shows already.");
    const showPages = await this.#render({ number, facts });
    await this.#database.transaction(async (trx) => {
      const isCurrent = draftVersion === undefined || (await closeDraft(trx, draftVersion));
      const isNext = isCurrent && (await insertVersion(trx, { number, facts, changes, actor, now }));
      if (isNext) {
        const what = againNumber === undefined ? `version ${number}` : `version ${againNumber} again, as ${number}`;
        await writeAuditLogEntry(trx, { subject: SUBJECT, actor, action: "published", to: `${what}. ${changes}`, now });
        await this.#onPublished?.(trx, { before: latest.facts, after: facts, actor, now });
        return;
      }
      const present = await requireLatest(trx);
      throw changedMeanwhile(await findDraft(trx, present.facts), present);
    });
    this.#show(
      { number, facts, changes, publishedBy: actor, publishedAt: now.toISOString() },
      showPages,
      this.#clock.now(),
    );
    return number;
  }

  /** Rendering may fail, so it precedes every write. */
  async #render(version: { number: number; facts: Facts }): Promise<() => void> {
    try {
      return await this.#renderPages({ ...version, facts: factsOn(version.facts, this.#clock.now()) });
    } catch (error) {
      throw notRendered("The pages could not be made, so nothing changed", error);
    }
  }

  #show(version: CompanyVersion, showPages: () => void, now: Date): void {
    if (!this.#isNews(version, now)) return;
    showPages();
    adoptFacts(version.facts);
    this.#shown = version;
    this.#hasAnnouncement = hasAnnouncement(version.facts, now);
  }

  #isNews({ number, facts }: CompanyVersion, now: Date): boolean {
    if (number !== this.#shown.number) return number > this.#shown.number;
    return this.#hasAnnouncement !== hasAnnouncement(facts, now);
  }
}

function notRendered(what: string, error: unknown): AppError {
  const reason = error instanceof Error ? error.message : String(error);
  return new CompanyRefusal("not_rendered", `${what}: ${reason}`);
}

async function requireLatest(db: Db): Promise<CompanyVersion> {
  const latest = await findLatestVersion(db);
  if (!latest) throw new Error("No version of the company's facts is published.");
  return latest;
}

/** The server may have withdrawn a confirmation by the file of the first start. */
function refuseInvalid(facts: Facts): void {
  const { error } = factsSchema.safeParse(facts);
  if (!error) return;
  const fields = Object.fromEntries(error.issues.map(({ path, message }) => [`facts.${path.join(".")}`, message]));
  throw new AppError("invalid_input", error.issues[0]?.message ?? "", { fields });
}

/** Housekeeping deletes a picture that nothing has named for a week. */
async function refuseUnknownPictures(trx: Db, { logo, logoDark, team }: Facts): Promise<void> {
  const named = [
    { path: "facts.logo", picture: logo },
    { path: "facts.logoDark", picture: logoDark },
    ...team.map(({ portrait }, index) => ({ path: `facts.team.${index}.portrait`, picture: portrait })),
  ];
  const known = await findKnownPictures(
    trx,
    named.flatMap(({ picture }) => (picture ? [picture.id] : [])),
  );
  const missing = named.filter(({ picture }) => picture && !known.has(picture.id));
  if (missing.length === 0) return;
  const message = "This picture is not there any more. Please choose it again.";
  throw new AppError("invalid_input", message, {
    fields: Object.fromEntries(missing.map(({ path }) => [path, message])),
  });
}

function changedMeanwhile(draft: Draft | undefined, { number, facts }: CompanyVersion): AppError {
  return new AppError("changed_meanwhile", CHANGED_MEANWHILE, {
    body: { draft: draft ?? null, published: { number, facts } },
  });
}
