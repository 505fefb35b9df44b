/** An unconfirmed and unused account that a visitor has registered is deleted after this time. */
export const UNCONFIRMED_DAYS = 30;

const DAY_MINUTES = 24 * 60;

export const ACCOUNT_LINKS = {
  "password-reset": { page: "/reset-password", minutes: 30 },
  invitation: { page: "/invitation", minutes: 7 * DAY_MINUTES },
  "confirm-email": { page: "/confirm-email", minutes: 7 * DAY_MINUTES },
  "new-email": { page: "/confirm-email", minutes: DAY_MINUTES },
  "undo-email": { page: "/undo-email", minutes: 7 * DAY_MINUTES },
} as const satisfies Record<string, { page: string; minutes: number }>;

export type AccountLinkKind = keyof typeof ACCOUNT_LINKS;
