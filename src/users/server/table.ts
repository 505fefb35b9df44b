import type { Role } from "#users/user.ts";

export type UsersTables = { users: UsersTable };

export type UsersTable = {
  id: string;
  email: string;
  /** The e-mail in lower case; unique. */
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
