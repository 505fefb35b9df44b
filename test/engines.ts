// Which tests need which database.
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Run in the project without a database. */
export const WITHOUT_DATABASE = there([
  "src/operation/backups/server/commands.test.ts",
  "src/delivery/mail/server/layout.test.ts",
  "src/company/facts/pages/addresses.test.ts",
  "src/company/facts/pages/doorways.test.ts",
  "src/company/facts/server/pictures/encode-picture.test.ts",
  "src/company/facts/server/pictures/picture-cache.test.ts",
  "src/platform/server/csv/csv.test.ts",
  "src/platform/server/http/answers/redirect.test.ts",
  "src/platform/server/http/client-address.test.ts",
  "src/platform/server/http/pages.test.ts",
  "src/platform/server/outbound-http.test.ts",
  "src/operation/system/server/checks/sender-domain.test.ts",
  "test/calls/turns.test.ts",
  "test/failure/proxy-logs.test.ts",
  "test/failure/rendered-pages.test.ts",
]);

/** Tests above the database layer. `npm test` runs them on SQLite only, the drill on both engines. */
export const ABOVE_DATABASE = there([
  "src/accounts/keys/server/keys.test.ts",
  "src/accounts/own-account/server/account.test.ts",
  "src/accounts/own-account/server/kept-for-good.test.ts",
  "src/accounts/own-account/server/own-email.test.ts",
  "src/accounts/users/server/attacks/forged-tokens.test.ts",
  "src/accounts/users/server/attacks/new-passwords.test.ts",
  "src/accounts/users/server/attacks/remembered-tokens.test.ts",
  "src/accounts/users/server/attacks/unconfirmed-accounts.test.ts",
  "src/accounts/users/server/links/account-mail.test.ts",
  "src/accounts/users/server/links/confirm-email.test.ts",
  "src/accounts/users/server/links/invitations.test.ts",
  "src/accounts/users/server/links/reset-password.test.ts",
  "src/accounts/users/server/list-users.test.ts",
  "src/accounts/users/server/make-admin.test.ts",
  "src/accounts/users/server/second-factor/app.test.ts",
  "src/accounts/users/server/second-factor/passkeys.test.ts",
  "src/accounts/users/server/second-factor/recovery-codes.test.ts",
  "src/accounts/users/server/second-factor/required.test.ts",
  "src/accounts/users/server/sign-in/refresh-cookie.test.ts",
  "src/accounts/users/server/sign-in/secret.test.ts",
  "src/accounts/users/server/sign-in/sign-in.test.ts",
  "src/company/facts/server/company.test.ts",
  "src/company/facts/server/own-pages.test.ts",
  "src/company/facts/server/permission-words.test.ts",
  "src/company/facts/server/pictures/pictures.test.ts",
  "src/deals/campaigns/server/campaigns.test.ts",
  "src/deals/day/server/morning-mail.test.ts",
  "src/deals/follow-up/server/import/import-leads.test.ts",
  "src/deals/follow-up/server/next-steps.test.ts",
  "src/deals/privacy/server/merge/any-merges.test.ts",
  "src/deals/privacy/server/people.test.ts",
  "src/deals/privacy/server/request-privacy.test.ts",
  "src/delivery/mail/server/admin-routes.test.ts",
  "src/delivery/push/server/acts.test.ts",
  "src/delivery/push/server/devices.test.ts",
  "src/delivery/push/server/hand-over.test.ts",
  "src/delivery/removals/server/journal.test.ts",
  "src/delivery/webhooks/server/receivers.test.ts",
  "src/inquiries/added-leads/server/form-of-site.test.ts",
  "src/inquiries/agenda/server/calendar-feed.test.ts",
  "src/inquiries/agenda/server/day-sheet.test.ts",
  "src/inquiries/bookings/server/admin/admin-routes.test.ts",
  "src/inquiries/bookings/server/book/clock-change.test.ts",
  "src/inquiries/bookings/server/mail/emails.test.ts",
  "src/inquiries/bookings/server/whereabouts/whereabouts.test.ts",
  "src/inquiries/bookings/server/zip-codes/zip-codes.test.ts",
  "src/inquiries/calls/server/emails.test.ts",
  "src/inquiries/calls/server/enter-call.test.ts",
  "src/inquiries/contact/server/emails.test.ts",
  "src/inquiries/contact/server/routes.test.ts",
  "src/operation/audit-log/server/audit-log.test.ts",
  "src/operation/backups/server/fitting-journal.test.ts",
  "src/operation/backups/server/journal-copier.test.ts",
  "src/operation/backups/server/killed.test.ts",
  "src/operation/backups/server/make-backup.test.ts",
  "src/operation/backups/server/nightly.test.ts",
  "src/operation/system/server/alarms.test.ts",
  "src/operation/system/server/checks/address.test.ts",
  "src/operation/system/server/findings.test.ts",
  "src/operation/system/server/untrusted-proxy.test.ts",
  "src/people/leads/server/leads.test.ts",
  "src/platform/server/csv/csv-import.test.ts",
  "src/platform/server/http/policy-reports.test.ts",
  "test/calls/access.test.ts",
  "test/calls/addresses.test.ts",
  "test/calls/answer-headers.test.ts",
  "test/calls/answers.test.ts",
  "test/calls/bounds.test.ts",
  "test/calls/connections.test.ts",
  "test/calls/description.test.ts",
  "test/calls/fresh-proof.test.ts",
  "test/calls/fuzz.test.ts",
  "test/calls/http.test.ts",
  "test/calls/metrics.test.ts",
  "test/calls/secrets-of-links.test.ts",
  "test/database/encrypted-backup.test.ts",
  "test/database/first-facts.test.ts",
  "test/database/removals.test.ts",
  "test/database/upgrade-check.test.ts",
  "test/failure/log-output.test.ts",
  "test/system/doctor.test.ts",
  "test/visitors/anothers-address.test.ts",
  "test/visitors/doors.test.ts",
  "test/visitors/email-keys.test.ts",
  "test/visitors/email-spelling.test.ts",
  "test/visitors/published-facts.test.ts",
  "test/visitors/strangers-words.test.ts",
  "test/visitors/without-email.test.ts",
]);

/** Who signs in is the same in both places where a refresh token may be kept. `npm test` runs the first with a cookie, the drill all. */
export const WITH_COOKIE = {
  always: ["src/accounts/users/server/sign-in/refresh*.test.ts", "src/accounts/users/server/visits/**/*.test.ts"],
  drill: [
    "src/accounts/users/server/sign-in/*.test.ts",
    "src/accounts/users/server/{attacks,links,second-factor}/**/*.test.ts",
    "src/accounts/own-account/server/account.test.ts",
  ],
};

/** Test files that are longer in the drill than in `npm test`. */
export function longerInDrill(): string[] {
  const root = join(import.meta.dirname, "..");
  const tests = globSync("{src,test,scripts}/**/*.test.ts", { cwd: root });
  return tests.filter((file) => /\bfrom ".*\/drill\.ts"/.test(readFileSync(join(root, file), "utf8")));
}

/** Vitest ignores a missing file, and therefore also a renamed one. */
function there(files: readonly string[]): readonly string[] {
  for (const file of files)
    if (!existsSync(join(import.meta.dirname, "..", file))) throw new Error(`There is no test ${file}.`);
  return files;
}
