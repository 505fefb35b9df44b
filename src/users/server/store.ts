// What other modules may use.

export { readAccountRecords } from "./account-records.ts";
export { readAccountRules, writeAccountRules } from "./account-rules.ts";
export {
  countOtherActiveAdmins,
  deleteSessionsOf,
  deleteUserRow,
  findNewestUser,
  findUser,
  findUserByEmail,
  findUsers,
  findUsersOf,
  insertUser,
  isUnconfirmed,
  listUsers,
  requireConfirmed,
  updateUser,
} from "./accounts.ts";
export { changeEmailByLink, undoEmailChange } from "./change-own-email.ts";
export { applyChanges, emailColumns, emailTaken, takeOver, userNotFound } from "./change-user.ts";
export { deleteAccount, deleteDeadLinks, deleteLinksAndMailTo, deleteUnconfirmedAccounts } from "./delete-account.ts";
export {
  type AccountLink,
  type AccountLinks,
  createAccountLinks,
  deadLink,
  endAccountLinks,
  findLiveLink,
  findLiveLinkOf,
  insertAccountLink,
  isBoundTo,
  listLinksOf,
  takeAccountLink,
} from "./links/account-links.ts";
export { accountWriters, enqueueAccountNotice, enqueueLinkMail } from "./links/account-mail.ts";
export { askToConfirm, confirmAddress } from "./links/confirmation.ts";
export { findInvitedRole } from "./links/invitations.ts";
export { enqueuePasswordReset } from "./links/password-reset.ts";
export { recordOwnAct } from "./own-acts.ts";
export { deleteChallengesOf, deleteFactorsOf, findUsersWithFactor } from "./second-factor/store.ts";
export type { PasskeysTable, SignInChallengesTable, TotpSecretsTable } from "./second-factor/table.ts";
export { listNoticeMailboxes, mayHearOfVisitors, readStaffNotices, switchStaffNotice } from "./staff-notices.ts";
export { type AccountRulesTable, type SessionsTable, toUser, type UserRow, type UsersTables } from "./table.ts";
