// Reads and writes the inquiries of one kind whole: their columns in `inquiries` and those in the kind's own table.

import type { Kysely } from "kysely";
import { mailboxKey } from "#delivery/mail/mailbox.ts";
import type { InquiryKind } from "#people/leads/inquiry.ts";
import { emailKey } from "#platform/email.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import { columnsOf, rowOf } from "#platform/server/database/columns.ts";
import { keptRead } from "#platform/server/database/queries/kept-query.ts";
import type { Db, Tables } from "#platform/server/database/tables.ts";
import { correctInquiryRow, deleteInquiryRow, findNewestId, insertInquiries, updateInquiry } from "../store.ts";
import { inquiryRow, type LookUpColumns, type Names, partsOf } from "../table.ts";

type StoredKind<Kept, Row> = {
  kind: InquiryKind;
  /** The view that has an inquiry whole. */
  view: keyof Tables;
  /** The table of what is only this kind's. */
  own: keyof Tables;
  /** Columns that the view names otherwise than `inquiries`. */
  names: Names;
  columns: Readonly<Record<string, string>>;
  /** Columns that are computed from what the person entered. */
  computed: (kept: Kept) => LookUpColumns & object;
  read: (row: Row) => Kept;
};

/** Kysely's types know one table at a time, and these differ by kind. */
type OfKind = Kysely<{
  whole: { id: string; lead_id: string; created_at: string };
  own: { id: string };
  inquiries: Tables["inquiries"];
}>;

const CHUNK_ROWS = 100;

export function inquiryStore<Kept extends { id: string; version?: number }, Row extends { id: string }>({
  kind,
  view,
  own: table,
  names,
  columns,
  computed,
  read,
}: StoredKind<Kept, Row>) {
  const [wholeTable, ownTable] = [view as "whole", table as "own"];
  const ofKind = (db: Db) => db as unknown as OfKind;
  const toRow = (kept: Kept) => ({ ...rowOf(columns, kept), ...computed(kept) }) as unknown as Row & LookUpColumns;

  function rowsOf<Own>(row: Row): { inquiry: Tables["inquiries"]; own: Own } {
    const { inquiry, own } = partsOf(row, names);
    return { inquiry: inquiryRow({ ...inquiry, id: row.id, kind }), own: { ...own, id: row.id } as Own };
  }

  async function insertRows(trx: Db, rows: readonly Row[]): Promise<void> {
    for (const some of chunksOf(rows, CHUNK_ROWS)) {
      const parts = some.map((row) => rowsOf<{ id: string }>(row));
      const own = parts.map((part) => part.own);
      await ofKind(trx).insertInto(ownTable).values(own).execute();
      const inquiries = parts.map(({ inquiry }) => inquiry);
      await insertInquiries(trx, inquiries);
    }
  }

  const whole = (db: Db) => ofKind(db).selectFrom(wholeTable).selectAll();
  const wholeOfLeads = keptRead((db: Db, { leadIds }: { leadIds: readonly string[] }) =>
    whole(db).where("lead_id", "in", leadIds).orderBy("id"),
  );
  const sentBy = (db: Db, email: string) =>
    whole(db).where("id", "in", (select) =>
      select
        .selectFrom("inquiries")
        .select("id")
        .where("kind", "=", kind)
        .where("mailbox_key", "=", mailboxKey(email))
        .where("email_key", "=", emailKey(email)),
    );
  const readAll = async (query: { execute(): Promise<unknown[]> }) => ((await query.execute()) as Row[]).map(read);

  /** In the order of the ids. */
  async function findMany(db: Db, ids: readonly string[]): Promise<Kept[]> {
    if (ids.length === 0) return [];
    const byId = new Map((await readAll(whole(db).where("id", "in", ids))).map((kept) => [kept.id, kept]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  async function find(db: Db, id: string): Promise<Kept | undefined> {
    return (await findMany(db, [id]))[0];
  }

  return {
    toRow,
    rowsOf,
    insertRows,
    insert: (trx: Db, kept: readonly Kept[]) => insertRows(trx, kept.map(toRow)),
    find,
    findMany,

    async findNewest(db: Db): Promise<Kept | undefined> {
      const id = await findNewestId(db, kind);
      return id === undefined ? undefined : find(db, id);
    },

    /** As they are stored, ordered by id. */
    recordsOf: (db: Db, email: string): Promise<({ id: string; lead_id: string } & object)[]> =>
      sentBy(db, email).orderBy("id").execute(),

    /** Newest first. */
    allOf: (db: Db, email: string) => readAll(sentBy(db, email).orderBy("created_at", "desc").orderBy("id")),

    /** Ordered by id. */
    async ofLeads(db: Db, leadIds: readonly string[]): Promise<Kept[]> {
      return leadIds.length === 0 ? [] : ((await wholeOfLeads(db, { leadIds })) as unknown as Row[]).map(read);
    },

    /** `kept` was read in this transaction. A key with the value undefined clears its columns. Returns the new state. */
    async update(trx: Db, kept: Kept, change: Partial<Omit<Kept, "id" | "version">>): Promise<Kept> {
      const changed = { ...kept, ...change, ...nextVersion(kept) };
      const { inquiry, own } = partsOf(columnsOf(columns, { ...change, ...nextVersion(kept) }), names);
      if (Object.keys(inquiry).length > 0) await updateInquiry(trx, kept.id, inquiry);
      if (Object.keys(own).length > 0)
        await ofKind(trx).updateTable(ownTable).set(own).where("id", "=", kept.id).execute();
      return changed;
    },

    /** Facts that the person entered, and the columns that are computed from them. */
    async correct(trx: Db, kept: Kept, correction: Partial<Omit<Kept, "id" | "version">>): Promise<Kept> {
      const change = { ...correction, ...nextVersion(kept) };
      const changed = { ...kept, ...change };
      const { inquiry } = partsOf({ ...columnsOf(columns, change), ...computed(changed) }, names);
      await correctInquiryRow(trx, kept.id, inquiry);
      return changed;
    },

    async deleteRow(trx: Db, id: string): Promise<void> {
      await ofKind(trx).deleteFrom(ownTable).where("id", "=", id).execute();
      await deleteInquiryRow(trx, id);
    },
  };
}

function nextVersion({ version }: { version?: number }): { version?: number } {
  return version === undefined ? {} : { version: version + 1 };
}
