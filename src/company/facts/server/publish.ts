import { factsOn, hasAnnouncement } from "#company/facts/announcement.ts";
import { describeChanges } from "#company/facts/changes.ts";
import { withWordsVersion } from "#company/facts/confirmations.ts";
import { adoptFacts } from "#company/facts/facts.ts";
import { withKnownAddresses } from "#company/facts/pages/addresses.ts";
import { faultsIn } from "#company/facts/pages/doorways.ts";
import { CompanyRefusal } from "#company/facts/refusals.ts";
import type { Facts } from "#company/facts/schema.ts";
import type { CompanyVersion } from "#company/facts/version.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { claimIdempotencyKey, findIdempotentResult, type IdempotentRequest } from "#platform/server/idempotency.ts";
import { changedMeanwhile, refuseInvalid, requireLatest, SUBJECT } from "./draft.ts";
import { closeDraft, findDraft, findLatestNumber, findLatestVersion, findVersion, insertVersion } from "./store.ts";

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
  /** Names of places that do not tell pages apart. */
  states?: readonly string[];
};
/** A repeat of an attempt, whose answer got lost, is answered with the number that it published. */
type By = { actor: string; now: Date; attempt?: IdempotentRequest | undefined };
type Publication = By & { latest: CompanyVersion; draftVersion?: number; againNumber?: number };

const MAX_FAULTS_NAMED = 3;

/** Facts and pages of one version are exchanged together. */
export class PublishedVersion {
  readonly #database: Options["database"];
  readonly #clock: Clock;
  readonly #renderPages: RenderPages;
  readonly #renderPage: RenderPage;
  readonly #onPublished: OnPublished | undefined;
  readonly #states: readonly string[];
  #shown: CompanyVersion;
  #hasAnnouncement: boolean;
  #publishing: Promise<unknown> = Promise.resolve();
  #previewing: Promise<unknown> = Promise.resolve();

  constructor({ database, clock, renderPages, renderPage, onPublished, published, states = [] }: Options) {
    this.#database = database;
    this.#clock = clock;
    this.#renderPages = renderPages;
    this.#renderPage = renderPage;
    this.#onPublished = onPublished;
    this.#states = states;
    this.#shown = published;
    this.#hasAnnouncement = hasAnnouncement(published.facts, clock.now());
  }

  get shown(): CompanyVersion {
    return this.#shown;
  }

  /** Throws nothing_to_publish, page_refused, changed_meanwhile, not_rendered. */
  publishDraft({ version, ...by }: { version: number } & By): Promise<number> {
    return this.#inTurn(() => this.#publishDraft(version, by));
  }

  async #publishDraft(version: number, by: By): Promise<number> {
    const done = await this.#findDone(by);
    if (done !== undefined) return done;
    const latest = await requireLatest(this.#database.read);
    const draft = await findDraft(this.#database.read, latest.facts);
    if (draft?.version !== version || draft.basedOn !== latest.number) throw changedMeanwhile(draft, latest);
    refuseInvalid(draft.facts, by.now);
    return this.#publish(draft.facts, { ...by, latest, draftVersion: version });
  }

  async #findDone({ attempt, now }: By): Promise<number | undefined> {
    const done = attempt && (await findIdempotentResult(this.#database.read, { request: attempt, now }));
    return done === undefined ? undefined : Number(done);
  }

  /**
   * Agreements, staff e-mails and retention keep their present values. Throws not_found, nothing_to_publish, page_refused,
   * changed_meanwhile, not_rendered.
   */
  republish(number: number, by: By): Promise<number> {
    return this.#inTurn(() => this.#republish(number, by));
  }

  async #republish(number: number, by: By): Promise<number> {
    const latest = await requireLatest(this.#database.read);
    const version = await this.requireVersion(number, latest.facts);
    const { permissionWords, staffEmails, eraseLeadsAfterDays, permissionYears } = latest.facts;
    const claims = { ...version.facts.claims, permissionWords: latest.facts.claims.permissionWords };
    const kept = { permissionWords, claims, staffEmails, eraseLeadsAfterDays, permissionYears };
    return this.#publish({ ...version.facts, ...kept }, { ...by, latest, againNumber: number });
  }

  /** A fact that it does not know has its present value. Throws not_found, not_rendered. */
  async requireVersion(number: number, present: Facts = this.#shown.facts): Promise<CompanyVersion> {
    const version = await findVersion(this.#database.read, number, present).catch((error) => {
      throw notRendered("This version cannot be read any more", error);
    });
    if (!version) throw new AppError("not_found", "There is no such version.");
    return version;
  }

  /** Previews render one at a time, because each takes a thread. Throws not_found, not_rendered. */
  renderPreview(facts: Facts, path: string): Promise<string> {
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

  async #publish(
    wanted: Facts,
    { latest, actor, now, attempt, draftVersion, againNumber }: Publication,
  ): Promise<number> {
    const number = latest.number + 1;
    const facts = withWordsVersion(withKnownAddresses(wanted, latest.facts), latest.facts, number);
    const changes = describeChanges(latest.facts, facts);
    if (changes === "") throw new CompanyRefusal("nothing_to_publish", "This is what the site shows already.");
    refuseDoorways(facts, this.#states);
    const showPages = await this.#render({ number, facts });
    await this.#database.transaction(async (trx) => {
      const isCurrent = draftVersion === undefined || (await closeDraft(trx, draftVersion));
      const isNext = isCurrent && (await insertVersion(trx, { number, facts, changes, actor, now }));
      if (isNext) {
        if (attempt) await claimIdempotencyKey(trx, { request: attempt, resultId: String(number), now });
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

function refuseDoorways(facts: Facts, states: readonly string[]): void {
  const faults = faultsIn(facts, states);
  if (faults.length === 0) return;
  const fields = Object.fromEntries(faults.map(({ index, message }) => [`facts.pages.${index}.body`, message]));
  const named = faults.slice(0, MAX_FAULTS_NAMED).map(({ message }) => message);
  const more = faults.length - named.length;
  const message = [...named, ...(more > 0 ? [`${more} more are named in the section Pages.`] : [])].join(" ");
  throw new CompanyRefusal("page_refused", message, { fields });
}
