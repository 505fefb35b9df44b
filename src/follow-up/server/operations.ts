// Operations that higher modules run inside their own transactions.
export { switchMorningMail } from "./morning-mail.ts";
