import type { Role, User } from "#users/user.ts";

export type UsersTables = { users: UserRow; sign_ins: SessionsTable };

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
};

export function toUser(row: UserRow): User {
  const isActive = row.deactivated_at === null;
  return {
    _id: row.id,
    email: row.email,
    role: row.role,
    isActive,
    active: isActive,
    lastLoginAt: row.last_login_at,
    createdAt: row.created_at,
  };
}
