import type { Role } from "#users/user.ts";

export type UsersTables = { users: UsersTable };

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
