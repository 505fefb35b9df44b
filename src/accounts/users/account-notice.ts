/** Each notice could be a stranger's doing, so its mail cannot be turned off. With `closing` a new password would not help. */
export const ACCOUNT_NOTICES = {
  password: { subject: "Your password was changed", text: "The password of your account was changed." },
  "password-by-admin": {
    subject: "A new password was set for your account",
    text: "Someone who runs the site has set a new password for your account.",
  },
  email: {
    subject: "Your account has another e-mail address",
    text: "An admin has changed the e-mail address of your account. It signs in with the new one from now on.",
    closing: "If you did not expect this, please ask the admin.",
  },
  "email-wanted": {
    subject: "Your e-mail address was entered for another account",
    text: "Someone has asked to use this e-mail address for another account. It stays yours: nothing changes.",
    closing: "There is nothing to do.",
  },
  "email-undone": {
    subject: "Your account has its earlier e-mail address again",
    text: "The change of your account's e-mail address was undone. Every sign-in of the account has ended.",
  },
  "factor-added": {
    subject: "A second factor was added to your account",
    text: "Signing in to your account now asks for a second factor too.",
  },
  "factor-removed": {
    subject: "A second factor was removed from your account",
    text: "A second factor of your account works no longer.",
  },
  "recovery-codes": {
    subject: "New recovery codes for your account",
    text: "New recovery codes were made for your account. The earlier ones work no longer.",
  },
  "recovery-code-used": {
    subject: "A recovery code of your account was used",
    text: "Someone has signed in to your account with one of its recovery codes.",
  },
  "new-browser": {
    subject: "A sign-in from a new browser",
    text: "Someone has signed in to your account from a browser that it was never used in before.",
  },
} as const satisfies Record<string, { subject: string; text: string; closing?: string }>;

export const NOTICES_TOGETHER = {
  subject: "Changes to your account",
  text: "More has happened to your account than we send e-mails for at once. This is the rest.",
};

export type AccountNoticeKind = keyof typeof ACCOUNT_NOTICES;
