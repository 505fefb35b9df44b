import type { AccountLinkKind } from "#accounts/users/account-link.ts";
import type { StaffNotice } from "#accounts/users/staff-notice.ts";
import type { Role, User } from "#accounts/users/user.ts";
import { ALL_DUTIES, type Duty, sorted } from "#platform/access/duties.ts";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    users: UserRow;
    sign_ins: SessionsTable;
    account_links: AccountLinksTable;
    known_browsers: KnownBrowsersTable;
    account_rules: AccountRulesTable;
    account_notices: AccountNoticesTable;
    token_seeds: TokenSeedsTable;
  }
}

/** Backups leave this row out: each restore makes its own. */
export type TokenSeedsTable = { id: string; seed: string };

export type UserRow = {
  id: string;
  email: string;
  /** The key is unique and equal for all spellings of one address. Some accounts keep an older key: see findUserByEmail. */
  email_key: string;
  search_text: string;
  password_hash: string;
  role: Role;
  /** Of an admin, in the order of the list, with a space between them. */
  duties: string;
  /** 1: of leads, only own and unclaimed ones are seen. */
  own_leads_only: number;
  deactivated_at: string | null;
  last_login_at: string | null;
  name: string;
  /** Where an admin holds video calls. */
  video_link: string | null;
  /** Null means that a stranger may have registered the address. */
  confirmed_at: string | null;
  /** The person confirms the present address by a mailed link, or an admin vouches for it. */
  email_confirmed_at: string | null;
  used_at: string | null;
  created_at: string;
  updated_at: string;
};

export type SessionsTable = {
  id: string;
  user_id: string;
  /** Both are SHA-256, of the current refresh token and of the previous one. */
  token_hash: string;
  previous_hash: string | null;
  rotation_salt: string;
  created_at: string;
  refreshed_at: string;
  user_agent: string;
  browser_hash: string | null;
  proved_at: string | null;
};

/** Backups leave these links out. */
export type AccountLinksTable = {
  id: string;
  kind: AccountLinkKind;
  user_id: string | null;
  email: string;
  role: Role | null;
  duties: string | null;
  own_leads_only: number;
  /** The column is SHA-256 of the password hash that a reset replaces. */
  bound_to: string | null;
  token_hash: string;
  created_by: string;
  made_by: string | null;
  created_at: string;
  expires_at: string;
  ended_at: string | null;
  ended_how: "used" | "revoked" | "replaced" | null;
};

export type KnownBrowsersTable = {
  user_id: string;
  browser_hash: string;
  first_seen_at: string;
  last_seen_at: string;
};

export type AccountNoticesTable = { user_id: string; kind: StaffNotice };

export type AccountRulesTable = {
  id: 1;
  registration: "open" | "closed";
  factor_required_at: string | null;
  factor_grace_days: number;
  export_rows_a_day: number;
};

export function readDuties(stored: string | null): readonly Duty[] {
  return ALL_DUTIES.filter((duty) => ` ${stored} `.includes(` ${duty} `));
}

export function dutiesOf({ role, duties }: Pick<UserRow, "role" | "duties">): readonly Duty[] {
  return role === "admin" ? readDuties(duties) : [];
}

/** As the journal of removals names what a limit takes away. */
export const ALL_LEADS = "all-leads";

/** The account as the reader of what it sees. */
export function limitOf({
  id,
  role,
  own_leads_only,
}: Pick<UserRow, "id" | "role" | "own_leads_only">): string | undefined {
  return role === "admin" && own_leads_only === 1 ? id : undefined;
}

export function writtenDuties(duties: Iterable<Duty>): string {
  return sorted(duties).join(" ");
}

export function toUser(row: UserRow): User {
  const isActive = row.deactivated_at === null;
  return {
    _id: row.id,
    email: row.email,
    name: row.name,
    confirmed: row.email_confirmed_at !== null,
    role: row.role,
    duties: [...dutiesOf(row)],
    ...(limitOf(row) && { ownLeadsOnly: true as const }),
    isActive,
    active: isActive,
    lastLoginAt: row.last_login_at,
    createdAt: row.created_at,
  };
}
