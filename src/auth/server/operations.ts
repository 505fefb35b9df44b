// Operations that higher modules run inside their own transactions.
export { verifyOwnPassword } from "./prove.ts";
export { factorDeadline, factorDueOf, factorIsDue } from "./second-factor/required.ts";
export { type AuthServices, type AuthTables, expiryOf } from "./start-session.ts";
