import type { Person } from "#people/leads/person.ts";
import { findPerson, mergePeople } from "#people/leads/server/people.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { partFromAll, partFromParent } from "./return-inquiries.ts";

type By = { actor: string; now: Date };

/** In the audit log, this subject names a person's row. Permissions and erasures name an address instead. */
export const PERSON_ROW = "person row";

/** One lock serialises all merges, which are rare. */
const LOCK = "merged people";

/** Shows the other person's inquiries as this person's. Merging twice changes nothing. Throws not_found, invalid_input. */
export async function merge(
  database: Database,
  { id, otherId, actor, now }: By & { id: string; otherId: string },
): Promise<string> {
  if (id === otherId) throw itself();
  return database.transaction(async (trx) => {
    await lockNames(trx, [LOCK]);
    const into = await requireRoot(trx, id);
    const from = await requireRoot(trx, otherId);
    if (into.id === from.id) return into.id;
    await mergePeople(trx, { into, from });
    const line = { actor, action: "merged", now } as const;
    await writeAuditLogEntry(trx, { ...line, subject: { kind: PERSON_ROW, id: into.id }, to: `with ${textOf(from)}` });
    await writeAuditLogEntry(trx, { ...line, subject: { kind: PERSON_ROW, id: from.id }, to: `into ${textOf(into)}` });
    return into.id;
  });
}

/** Undoes the merge of this person into another. Throws not_found. */
export async function unmerge(database: Database, { id, actor, now }: By & { id: string }): Promise<string> {
  return database.transaction(async (trx) => {
    await lockNames(trx, [LOCK]);
    const person = await findPerson(trx, id);
    if (!person) throw personNotFound();
    if (!person.mergedInto) return person.id;
    await partFromParent(trx, person, { actor, now });
    const line = { actor, action: "parted", now } as const;
    const from = await findPerson(trx, person.mergedInto);
    await writeAuditLogEntry(trx, {
      ...line,
      subject: { kind: PERSON_ROW, id },
      to: from ? `from ${textOf(from)}` : "",
    });
    if (from)
      await writeAuditLogEntry(trx, {
        ...line,
        subject: { kind: PERSON_ROW, id: from.id },
        to: `from ${textOf(person)}`,
      });
    return person.id;
  });
}

/** Afterwards the leads of the person hold all their inquiries, and no other. */
export async function partForErasure(trx: Db, person: Person | undefined, by: By): Promise<void> {
  if (!person) return;
  await lockNames(trx, [LOCK]);
  const locked = await findPerson(trx, person.id);
  if (locked) await partFromAll(trx, locked, by);
}

function itself(): AppError {
  const message = "This is the same person: choose another one";
  return new AppError("invalid_input", message, { fields: { personId: message } });
}

export function personNotFound(): AppError {
  return new AppError("not_found", "Person not found");
}

async function requireRoot(trx: Db, id: string): Promise<Person> {
  const person = await findPerson(trx, id);
  const root = person && (person.rootId === person.id ? person : await findPerson(trx, person.rootId));
  if (!root) throw personNotFound();
  return root;
}

/** Leaves out name and address, because an erasure could not remove them from the audit log. */
function textOf({ id, email }: Person): string {
  return `${email ? "an e-mail address" : "a phone number"} (${id.slice(0, 6)})`;
}
