import type { Generated } from "kysely";
import type { Channel } from "#people/permissions/channels.ts";
import type { PermissionAction, Purpose, Said } from "#people/permissions/permission.ts";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    permissions: PermissionsTable;
    /** Of our own texts once for all; what staff wrote down has the id of its stop, and goes with its lines. */
    permission_words: { id: string; version: string; words: string };
    permission_details: PermissionDetailsTable;
    permission_keys: { id: string; secret: string; created_at: string };
    /** Empty, except inside the transaction that deletes lines older than `before`: without it the database refuses. */
    permission_expiry: { before: string };
  }
}

/** The database refuses updates, and deletes before the expiry. */
export type PermissionsTable = {
  /** In the order of writing. */
  id: Generated<number>;
  /** Who it is about, as PersonKeys name them. At least one of the two. */
  email_hash: string | null;
  phone_hash: string | null;
  channel: Channel;
  action: PermissionAction;
  purpose: Purpose;
  /** The words and their version. */
  words_id: string;
  at: string;
  said: Said;
  /** "visitor", or the e-mail of an account. */
  actor: string;
  user_agent: string | null;
  /** What it belongs to: a booking, a message or a stop. The record may be gone. */
  record_kind: string;
  record_id: string;
};

/** A migration that renames one must replace the trigger that keeps the lines. */
export const PERMISSIONS_READ_BY_TRIGGERS = ["at"] as const satisfies readonly (keyof PermissionsTable)[];

/** The clear part of a record's lines, the only one that is erased. */
export type PermissionDetailsTable = {
  record_id: string;
  email: string | null;
  phone: string | null;
  /** Of the visitor's browser. */
  address: string | null;
  at: string;
};
