// Operations that higher modules run inside their own transactions.
export { type Tables as ContactChangeTables, writeFirstContact } from "./change-contact-message.ts";
