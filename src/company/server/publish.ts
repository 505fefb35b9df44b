import type { Draft } from "#company/admin.ts";
import { adoptFacts } from "#company/facts.ts";
import { CompanyRefusal } from "#company/refusals.ts";
import type { Facts } from "#company/schema.ts";
import { type CompanyVersion, describeChanges } from "#company/version.ts";
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

  /** Throws changed_meanwhile. */
  async changeDraft({ facts, version, actor, now }: Pick<Draft, "facts" | "version"> & By): Promise<Draft> {
    return this.#database.transaction(async (trx) => {
      const draft = await writeDraft(trx, { facts, version, actor, now });
      if (!draft) throw changedMeanwhile(await findDraft(trx));
      return draft;
    });
  }

  /** Publishes the draft with this version. Throws nothing_to_publish, changed_meanwhile, not_rendered. */
  async publishDraft({ version, actor, now }: { version: number } & By): Promise<number> {
    const draft = await findDraft(this.#database.read);
    if (draft?.version !== version) throw changedMeanwhile(draft);
    return this.#publish(draft.facts, { actor, now, draftVersion: version });
  }

  /** As a new version; leads are kept as long as now. Throws not_found, nothing_to_publish, changed_meanwhile, not_rendered. */
  async publishAgain(number: number, by: By): Promise<number> {
    const version = await findVersion(this.#database.read, number);
    const latest = await findLatestVersion(this.#database.read);
    if (!version || !latest) throw new AppError("not_found", "There is no such version.");
    const { eraseLeadsAfterDays } = latest.facts;
    return this.#publish({ ...version.facts, eraseLeadsAfterDays }, by);
  }

  /** Shows what another process has published. */
  async refresh(): Promise<void> {
    if ((await findLatestNumber(this.#database.read)) === this.#shown.number) return;
    await this.#showLatest();
  }

  async #publish(facts: Facts, { actor, now, draftVersion }: By & { draftVersion?: number }): Promise<number> {
    const latest = await findLatestVersion(this.#database.read);
    const changes = latest ? describeChanges(latest.facts, facts) : "First version";
    if (changes === "") throw new CompanyRefusal("nothing_to_publish", "This is what the site shows already.");
    const number = (latest?.number ?? 0) + 1;
    await this.#render({ number, facts });
    await this.#database.transaction(async (trx) => {
      const isCurrent = draftVersion === undefined || (await closeDraft(trx, draftVersion));
      const isNext = isCurrent && (await insertVersion(trx, { number, facts, changes, actor, now }));
      if (!isNext) throw changedMeanwhile(await findDraft(trx));
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

function changedMeanwhile(draft: Draft | undefined): AppError {
  return new AppError("changed_meanwhile", CHANGED_MEANWHILE, { body: { draft: draft ?? null } });
}
