import type { Kysely } from "kysely";
import type { Draft, DraftChange } from "#company/admin.ts";
import { describeChanges } from "#company/changes.ts";
import { stampClaims } from "#company/confirmations.ts";
import { adoptFacts } from "#company/facts.ts";
import { CompanyRefusal } from "#company/refusals.ts";
import { type Facts, factsSchema } from "#company/schema.ts";
import type { CompanyVersion } from "#company/version.ts";
import { AppError } from "#platform/errors.ts";
import type { Database } from "#platform/server/database/database.ts";
import { CHANGED_MEANWHILE } from "#platform/version.ts";
import {
  closeDraft,
  findDraft,
  findLatestNumber,
  findLatestVersion,
  findVersion,
  insertVersion,
  writeDraft,
} from "./store.ts";
import type { CompanyTables } from "./table.ts";

/** Renders the pages of a version, and resolves with what shows them. Rejects if they cannot be rendered. */
export type RenderPages = (version: Pick<CompanyVersion, "number" | "facts">) => Promise<() => void>;

type Options = { database: Database<CompanyTables>; renderPages: RenderPages; published: CompanyVersion };
type By = { actor: string; now: Date };
type Publication = By & { latest: CompanyVersion; draftVersion?: number };

/** What this process shows: facts and pages of one version, exchanged together. */
export class PublishedVersion {
  readonly #database: Options["database"];
  readonly #renderPages: RenderPages;
  #shown: CompanyVersion;
  #showing: Promise<void> = Promise.resolve();

  constructor({ database, renderPages, published }: Options) {
    this.#database = database;
    this.#renderPages = renderPages;
    this.#shown = published;
  }

  get shown(): CompanyVersion {
    return this.#shown;
  }

  /** Throws changed_meanwhile, also if the facts were read from an older version than the published one; invalid_input. */
  async changeDraft({ facts, version, basedOn, ...by }: DraftChange & By): Promise<Draft> {
    return this.#database.transaction(async (trx) => {
      const latest = await requireLatest(trx);
      const before = await findDraft(trx, latest.facts);
      if (basedOn !== undefined && basedOn !== latest.number) throw changedMeanwhile(before, latest);
      const stamped = stampClaims(facts, [latest.facts, ...(before ? [before.facts] : [])], by);
      refuseInvalid(stamped);
      const draft = await writeDraft(trx, { facts: stamped, version, basedOn: latest.number, ...by });
      if (!draft) throw changedMeanwhile(before, latest);
      return draft;
    });
  }

  /** Publishes the draft with this version. Throws nothing_to_publish, changed_meanwhile, not_rendered. */
  async publishDraft({ version, ...by }: { version: number } & By): Promise<number> {
    const latest = await requireLatest(this.#database.read);
    const draft = await findDraft(this.#database.read, latest.facts);
    if (draft?.version !== version || draft.basedOn !== latest.number) throw changedMeanwhile(draft, latest);
    return this.#publish(draft.facts, { ...by, latest, draftVersion: version });
  }

  /** As a new version; leads are kept as long as now. Throws not_found, nothing_to_publish, changed_meanwhile, not_rendered. */
  async publishAgain(number: number, by: By): Promise<number> {
    const latest = await requireLatest(this.#database.read);
    const version = await findVersion(this.#database.read, number, latest.facts);
    if (!version) throw new AppError("not_found", "There is no such version.");
    const { eraseLeadsAfterDays } = latest.facts;
    return this.#publish({ ...version.facts, eraseLeadsAfterDays }, { ...by, latest });
  }

  /** Shows what another process has published. */
  async refresh(): Promise<void> {
    if ((await findLatestNumber(this.#database.read)) === this.#shown.number) return;
    await this.#showLatest();
  }

  async #publish(facts: Facts, { latest, actor, now, draftVersion }: Publication): Promise<number> {
    const changes = describeChanges(latest.facts, facts);
    if (changes === "") throw new CompanyRefusal("nothing_to_publish", "This is what the site shows already.");
    const number = latest.number + 1;
    await this.#render({ number, facts });
    await this.#database.transaction(async (trx) => {
      const isCurrent = draftVersion === undefined || (await closeDraft(trx, draftVersion));
      const isNext = isCurrent && (await insertVersion(trx, { number, facts, changes, actor, now }));
      if (isNext) return;
      const present = await requireLatest(trx);
      throw changedMeanwhile(await findDraft(trx, present.facts), present);
    });
    await this.#showLatest();
    return number;
  }

  /** Before anything is stored, because it may fail; the pages are then there when the version is shown. */
  async #render(version: { number: number; facts: Facts }): Promise<void> {
    try {
      await this.#renderPages(version);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CompanyRefusal("not_rendered", `The pages could not be made, so nothing changed: ${reason}`);
    }
  }

  /** One after the other, so that an older version never replaces a newer one. */
  #showLatest(): Promise<void> {
    this.#showing = this.#showing
      .catch(() => {})
      .then(async () => {
        const latest = await findLatestVersion(this.#database.read);
        if (!latest || latest.number <= this.#shown.number) return;
        const show = await this.#renderPages(latest);
        show();
        adoptFacts(latest.facts);
        this.#shown = latest;
      });
    return this.#showing;
  }
}

async function requireLatest(db: Kysely<CompanyTables>): Promise<CompanyVersion> {
  const latest = await findLatestVersion(db);
  if (!latest) throw new Error("No version of the company's facts is published.");
  return latest;
}

/** The server may have taken back that the file of the first start confirms a claim. */
function refuseInvalid(facts: Facts): void {
  const { error } = factsSchema.safeParse(facts);
  if (!error) return;
  const fields = Object.fromEntries(error.issues.map(({ path, message }) => [`facts.${path.join(".")}`, message]));
  throw new AppError("invalid_input", error.issues[0]?.message ?? "", { fields });
}

function changedMeanwhile(draft: Draft | undefined, { number, facts }: CompanyVersion): AppError {
  return new AppError("changed_meanwhile", CHANGED_MEANWHILE, {
    body: { draft: draft ?? null, published: { number, facts } },
  });
}
