import type { Role, User } from "#users/user.ts";

export type UsersTables = { users: UsersTable; sign_ins: SessionsTable };

export type UsersTable = {
  id: string;
  email: string;
  /** By which two spellings of one address are the same; unique. One may keep an older key: see findUserByEmail. */
  email_key: string;
  /** The e-mail as it is searched. */
  search_text: string;
  /** PHC string. */
  password_hash: string;
  role: Role;
  /** Null while the account may be used. */
  deactivated_at: string | null;
  last_login_at: string | null;
  created_at: string;
  updated_at: string;
};

/** One sign-in of one person on one browser, from its first token to its last. */
export type SessionsTable = {
  id: string;
  user_id: string;
  /** SHA-256 of the refresh token that is good now, and of the one it replaced. */
  token_hash: string;
  previous_hash: string | null;
  /** Goes into the next token. */
  rotation_salt: string;
  created_at: string;
  refreshed_at: string;
};

export function toUser(row: UsersTable): User {
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
