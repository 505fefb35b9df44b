import { type Draft, type DraftChange, type Editor, type FieldChanges, MAX_DRAFT_BYTES } from "#company/facts/admin.ts";
import { stampClaims } from "#company/facts/confirmations.ts";
import { CompanyRefusal } from "#company/facts/refusals.ts";
import { checkFacts, type Facts, LAST_STAFF_EMAIL } from "#company/facts/schema.ts";
import type { CompanyVersion } from "#company/facts/version.ts";
import { AppError, type FieldErrors } from "#platform/errors.ts";
import { applyChanges, changesBetween } from "#platform/merging/field-changes.ts";
import { keepValid, type Mistake } from "#platform/merging/keep-valid.ts";
import { type Conflict, isDeepEqual } from "#platform/merging/merge.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import { announceChange } from "#platform/server/changes/unlogged-changes.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { CHANGED_MEANWHILE } from "#platform/version.ts";
import { findKnownPictures } from "./pictures/store.ts";
import { findDraft, findLatestVersion, listEditors, writeDraft } from "./store.ts";

type By = { actor: string; now: Date };

export const SUBJECT = { kind: "site", id: "site" };
const DRAFT = { kind: "site draft", id: "" };

/** Of several changes in this time, the audit log tells the first. */
const SITTING_MS = 60 * 60_000;
const MAX_FIELDS = 20;
/** Each try loses to the change of another process. */
const MAX_TRIES = 10;

/** Throws invalid_input, and changed_meanwhile, also if the facts were read from an older version than the published one. */
export async function replaceDraft(
  database: Database,
  { facts, version, basedOn, ...by }: DraftChange & By,
): Promise<Draft> {
  if (facts.staffEmails.length === 0)
    throw new CompanyRefusal("last_staff_email", LAST_STAFF_EMAIL, {
      fields: { "facts.staffEmails": LAST_STAFF_EMAIL },
    });
  return database.transaction(async (trx) => {
    const { latest, draft: before } = await findPresent(trx);
    if (basedOn !== undefined && basedOn !== latest.number) throw changedMeanwhile(before, latest);
    const { pageAddresses } = latest.facts;
    const stamped = stampClaims({ ...facts, pageAddresses }, [latest.facts, ...(before ? [before.facts] : [])], by);
    refuseInvalid(stamped, by.now);
    refuseMistakes(await unknownPictures(trx, stamped));
    const from = before?.facts ?? latest.facts;
    const draft = await write(trx, { from, facts: stamped, version, basedOn: latest.number, ...by });
    if (!draft) throw changedMeanwhile(before, latest);
    return draft;
  });
}

type Changed = { draft: Draft | null; conflicts: Conflict[]; fields: FieldErrors };

/**
 * Changes of other fields by other people stay, so this is never refused because of them. What met another change, or is wrong, is
 * not stored and named. A repeat changes nothing. Throws changed_meanwhile only if `basedOn` is not the published version.
 */
export async function changeFields(database: Database, change: FieldChanges & By): Promise<Changed> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const changed = await database.transaction((trx) => tryToChange(trx, change));
    if (changed) return changed;
  }
  throw new AppError("unavailable", "Many people are saving at once. Please try again in a moment.");
}

/** Undefined if another process has written the draft since. */
async function tryToChange(trx: Db, { changes, basedOn, ...by }: FieldChanges & By): Promise<Changed | undefined> {
  const { latest, draft } = await findPresent(trx);
  if (basedOn !== undefined && basedOn !== latest.number) throw changedMeanwhile(draft, latest);
  const from = draft?.facts ?? latest.facts;
  const { merged, conflicts } = applyChanges(from, changes);
  const formed = keepValid(from, merged, (given) => checkFacts(given, by.now));
  const { pageAddresses } = latest.facts;
  const stamped = stampClaims({ ...formed.facts, pageAddresses }, [latest.facts, from], by);
  const pictures = await unknownPictures(trx, stamped);
  const check = (given: unknown) => {
    const { data, mistakes } = checkFacts(given, by.now);
    return { data, mistakes: [...mistakes, ...(given === stamped ? pictures : [])] };
  };
  const { facts, mistakes } = keepValid(from, stamped, check);
  const fields = toFields([...formed.mistakes, ...mistakes]);
  const isSame = isDeepEqual(facts, from) && (basedOn === undefined || basedOn === draft?.basedOn);
  if (isSame) return { draft: draft ?? null, conflicts, fields };
  if (Buffer.byteLength(JSON.stringify(facts)) > MAX_DRAFT_BYTES)
    throw new AppError("too_large", "The draft would be too large.");
  const next = { from, facts, version: draft?.version ?? 0 };
  const written = await write(trx, { ...next, basedOn: basedOn ?? draft?.basedOn ?? latest.number, ...by });
  return written && { draft: written, conflicts, fields };
}

type Writing = By & Pick<Draft, "facts" | "version" | "basedOn"> & { from: Facts };

async function write(trx: Db, { from, ...change }: Writing): Promise<Draft | undefined> {
  const { actor, now } = change;
  const known = (await listEditors(trx)).filter(({ at }) => Date.parse(at) > now.getTime() - SITTING_MS);
  const self = known.find(({ by }) => by === actor);
  const draft = await writeDraft(trx, { ...change, editors: withEdit(known, { ...change, from }) });
  // The audit log has one entry of a sitting, in which the draft is saved many times.
  if (draft) await announceChange(trx, DRAFT, now);
  if (draft && !self)
    await writeAuditLogEntry(trx, { subject: SUBJECT, actor, now, action: "changed", to: "the draft" });
  return draft;
}

function withEdit(
  editors: readonly Editor[],
  { from, facts, actor, now }: Omit<Writing, "version" | "basedOn">,
): Editor[] {
  const before = editors.find(({ by }) => by === actor)?.fields ?? [];
  const paths = changesBetween(from, facts).map(({ path }) => path);
  const earlier = before.filter((field) => !paths.some((path) => isDeepEqual(path, field)));
  const fields = [...earlier, ...paths].slice(-MAX_FIELDS);
  return [...editors.filter(({ by }) => by !== actor), { by: actor, at: now.toISOString(), fields }];
}

async function findPresent(trx: Db): Promise<{ latest: CompanyVersion; draft: Draft | undefined }> {
  const latest = await requireLatest(trx);
  return { latest, draft: await findDraft(trx, latest.facts) };
}

export async function requireLatest(db: Db): Promise<CompanyVersion> {
  const latest = await findLatestVersion(db);
  if (!latest) throw new Error("No version of the company's facts is published.");
  return latest;
}

/** The server may have withdrawn a confirmation by the file of the first start. */
export function refuseInvalid(facts: Facts, now: Date): void {
  refuseMistakes(checkFacts(facts, now).mistakes);
}

function refuseMistakes(mistakes: readonly Mistake[]): void {
  if (mistakes.length > 0)
    throw new AppError("invalid_input", mistakes[0]?.message ?? "", { fields: toFields(mistakes) });
}

function toFields(mistakes: readonly Mistake[]): FieldErrors {
  return Object.fromEntries(mistakes.map(({ path, message }) => [`facts.${path.join(".")}`, message]));
}

/** Housekeeping deletes a picture that nothing has named for a week. */
async function unknownPictures(trx: Db, { logo, logoDark, team, pages }: Facts): Promise<Mistake[]> {
  const named = [
    { path: ["logo"], picture: logo },
    { path: ["logoDark"], picture: logoDark },
    ...team.map(({ portrait }, index) => ({ path: ["team", String(index), "portrait"], picture: portrait })),
    ...pages.map(({ picture }, index) => ({ path: ["pages", String(index), "picture"], picture })),
  ];
  const known = await findKnownPictures(
    trx,
    named.flatMap(({ picture }) => (picture ? [picture.id] : [])),
  );
  const missing = named.filter(({ picture }) => picture && !known.has(picture.id));
  return missing.map(({ path }) => ({ path, message: "This picture is not there any more. Please choose it again." }));
}

export function changedMeanwhile(draft: Draft | undefined, { number, facts }: CompanyVersion): AppError {
  return new AppError("changed_meanwhile", CHANGED_MEANWHILE, {
    body: { draft: draft ?? null, published: { number, facts } },
  });
}
