/** An account that a visitor has registered, and neither confirmed nor used, is deleted after this time. */
export const UNCONFIRMED_DAYS = 30;

const DAY_MINUTES = 24 * 60;

/** Links in mail about an account: the page that each opens, and how long it works. */
export const ACCOUNT_LINKS = {
  "password-reset": { page: "/reset-password", minutes: 30 },
  invitation: { page: "/invitation", minutes: 7 * DAY_MINUTES },
  /** Of an account that a visitor has registered. */
  "confirm-email": { page: "/confirm-email", minutes: 7 * DAY_MINUTES },
  /** To an address that an account wants to have. */
  "new-email": { page: "/confirm-email", minutes: DAY_MINUTES },
  /** To the address that an account had. */
  "undo-email": { page: "/undo-email", minutes: 7 * DAY_MINUTES },
} as const satisfies Record<string, { page: string; minutes: number }>;

export type AccountLinkKind = keyof typeof ACCOUNT_LINKS;
