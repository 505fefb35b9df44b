import type { Generated } from "kysely";
import type { Channel } from "#people/permissions/channels.ts";
import type { Origin, PermissionAction, Purpose } from "#people/permissions/permission.ts";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    permissions: PermissionsTable;
    /** Our own texts have one row each; a note of staff has the id of its stop, and is deleted with its entries. */
    permission_words: { id: string; version: string; words: string };
    permission_details: PermissionDetailsTable;
    permission_keys: { id: string; secret: string; created_at: string };
    /**
     * The table is empty, except inside the transaction that deletes entries older than `before`: without it the
     * database refuses.
     */
    permission_expiry: { before: string };
  }
}

/** The database refuses updates, and deletes before the expiry. */
export type PermissionsTable = {
  id: Generated<number>;
  /** PersonKeys makes both hashes. At least one is set. */
  email_hash: string | null;
  phone_hash: string | null;
  channel: Channel;
  action: PermissionAction;
  purpose: Purpose;
  words_id: string;
  at: string;
  said: Origin;
  actor: string;
  user_agent: string | null;
  /** The booking, message or stop may be gone. */
  record_kind: string;
  record_id: string;
};

/** A migration that renames one must replace the trigger that keeps the entries. */
export const PERMISSIONS_READ_BY_TRIGGERS = ["at"] as const satisfies readonly (keyof PermissionsTable)[];

/** An erasure deletes only this part of a record's entries. */
export type PermissionDetailsTable = {
  record_id: string;
  email: string | null;
  phone: string | null;
  address: string | null;
  at: string;
};
