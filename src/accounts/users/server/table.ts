import type { AccountLinkKind } from "#accounts/users/account-link.ts";
import type { StaffNotice } from "#accounts/users/staff-notice.ts";
import type { Role, User } from "#accounts/users/user.ts";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    users: UserRow;
    sign_ins: SessionsTable;
    account_links: AccountLinksTable;
    known_browsers: KnownBrowsersTable;
    account_rules: AccountRulesTable;
    account_notices: AccountNoticesTable;
  }
}

export type UserRow = {
  id: string;
  email: string;
  /** Equal for all spellings of one address; unique. Some accounts keep an older key: see findUserByEmail. */
  email_key: string;
  /** Folded, for the search. */
  search_text: string;
  /** PHC format. */
  password_hash: string;
  role: Role;
  /** Null for an active account. */
  deactivated_at: string | null;
  last_login_at: string | null;
  /** "" if the person has not given one. */
  name: string;
  /** Null while a visitor who registered may be a stranger: until the address is confirmed, or an admin vouches for the account. */
  confirmed_at: string | null;
  /** Null until the person has pressed the link that was mailed to the present address, or an admin vouches for it too. */
  email_confirmed_at: string | null;
  /** The first sign-in or refresh after registering; null until then. */
  used_at: string | null;
  created_at: string;
  updated_at: string;
};

/** One session of one browser. */
export type SessionsTable = {
  id: string;
  user_id: string;
  /** SHA-256 of the current refresh token and of the previous one. */
  token_hash: string;
  previous_hash: string | null;
  /** Input for the next token. */
  rotation_salt: string;
  created_at: string;
  refreshed_at: string;
  user_agent: string;
  /** SHA-256 of the cookie that marks the browser; null if it keeps none. */
  browser_hash: string | null;
  /** When the person last gave the password or a second factor in this session. */
  proved_at: string | null;
};

/** A link in mail that works once. Left out of backups. */
export type AccountLinksTable = {
  id: string;
  kind: AccountLinkKind;
  user_id: string | null;
  email: string;
  role: Role | null;
  /** SHA-256 of the password hash that a reset replaces. */
  bound_to: string | null;
  token_hash: string;
  created_by: string;
  /** The account that has made an invitation. */
  made_by: string | null;
  created_at: string;
  expires_at: string;
  ended_at: string | null;
  ended_how: "used" | "revoked" | "replaced" | null;
};

/** The browsers that an account has signed in from. */
export type KnownBrowsersTable = {
  user_id: string;
  browser_hash: string;
  first_seen_at: string;
  last_seen_at: string;
};

/** What an account wants to hear of, and would not otherwise. */
export type AccountNoticesTable = { user_id: string; kind: StaffNotice };

/** One row. */
export type AccountRulesTable = {
  id: 1;
  registration: "open" | "closed";
  /** Since when admins must have a second factor; null if they need none. */
  factor_required_at: string | null;
  factor_grace_days: number;
};

export function toUser(row: UserRow): User {
  const isActive = row.deactivated_at === null;
  return {
    _id: row.id,
    email: row.email,
    name: row.name,
    confirmed: row.email_confirmed_at !== null,
    role: row.role,
    isActive,
    active: isActive,
    lastLoginAt: row.last_login_at,
    createdAt: row.created_at,
  };
}
