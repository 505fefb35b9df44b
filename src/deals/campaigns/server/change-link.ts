import type { Link, LinkChange, NewLink } from "#deals/campaigns/admin.ts";
import { MAX_LINKS } from "#deals/campaigns/link.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { CHANGED_MEANWHILE } from "#platform/version.ts";
import { countLinks, deleteLinkRow, findLink, findLinkWithVisits, insertLink, updateLink } from "./store.ts";
import { toLink } from "./table.ts";

type Change = { name: string; actor: string; now: Date };

const FIELD_LABELS = { target: "page", source: "source", medium: "medium", campaign: "campaign" };
const COLUMNS = ["target", "source", "medium", "campaign"] as const;
const TAKEN = "There is a link of this name already";
const TOO_MANY = `There are ${MAX_LINKS} links, which is the limit. Please delete one that was never printed.`;

/** Throws invalid_input if the name is taken. */
export async function addLink(
  database: Database,
  { form, actor, now }: Omit<Change, "name"> & { form: NewLink },
): Promise<Link> {
  const at = now.toISOString();
  return database.transaction(async (trx) => {
    await lockNames(trx, ["links"]);
    if (await findLink(trx, form.name)) throw new AppError("invalid_input", TAKEN, { fields: { name: TAKEN } });
    if ((await countLinks(trx)) >= MAX_LINKS) throw new AppError("invalid_input", TOO_MANY);
    await insertLink(trx, {
      name: form.name,
      ...columnsOf(form, null, at),
      version: 1,
      created_at: at,
      updated_at: at,
    });
    await writeAuditLogEntry(trx, { ...lineOf({ name: form.name, actor, now }), action: "created", to: form.target });
    return requireLink(trx, form.name);
  });
}

/** Throws not_found, changed_meanwhile. */
export async function changeLink(database: Database, request: Change & { change: LinkChange }): Promise<Link> {
  const { name, change, now } = request;
  const at = now.toISOString();
  return database.transaction(async (trx) => {
    await lockNames(trx, [`link ${name}`]);
    const before = await findLink(trx, name);
    if (!before) throw notFound();
    if (change.version !== undefined && change.version !== before.version)
      throw new AppError("changed_meanwhile", CHANGED_MEANWHILE, { body: { link: await requireLink(trx, name) } });
    const columns = columnsOf(change, before.retired_at, at);
    const changed = COLUMNS.filter((column) => before[column] !== columns[column]).map(
      (column) => FIELD_LABELS[column],
    );
    if ((before.retired_at === null) === change.isRetired) changed.push(change.isRetired ? "retired" : "in use again");
    if (changed.length === 0) return requireLink(trx, name);
    await updateLink(trx, before, { ...columns, updated_at: at });
    await writeAuditLogEntry(trx, { ...lineOf(request), action: "changed", to: changed.join(", ") });
    return requireLink(trx, name);
  });
}

/** Deletes the link's visits too. Throws not_found. */
export async function deleteLink(database: Database, request: Change): Promise<void> {
  await database.transaction(async (trx) => {
    await lockNames(trx, [`link ${request.name}`]);
    if (!(await findLink(trx, request.name))) throw notFound();
    await deleteLinkRow(trx, request.name);
    await writeAuditLogEntry(trx, { ...lineOf(request), action: "deleted" });
  });
}

function columnsOf(
  { target, source, medium, campaign, isRetired }: Omit<NewLink, "name">,
  retiredAt: string | null,
  at: string,
) {
  return { target, source, medium, campaign, retired_at: isRetired ? (retiredAt ?? at) : null };
}

async function requireLink(trx: Db, name: string): Promise<Link> {
  const link = await findLinkWithVisits(trx, name);
  if (!link) throw notFound();
  return toLink(link);
}

function notFound(): AppError {
  return new AppError("not_found", "Link not found");
}

function lineOf({ name, actor, now }: Change) {
  return { subject: { kind: "link", id: name }, actor, now };
}
