// The closed list of what can be refused, and how each refusal travels.

/** code → HTTP status. */
export const ERROR_STATUS = {
  invalid_input: 400,
  slot_not_offered: 400,
  not_signed_in: 401,
  bad_credentials: 401,
  forbidden: 403,
  account_inactive: 403,
  not_found: 404,
  slot_taken: 409,
  email_taken: 409,
  last_admin: 409,
  self_change: 409,
  changed_meanwhile: 409,
  too_late: 409,
  too_many_open_bookings: 409,
  too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  rate_limited: 429,
  too_many_changes: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Dotted path → message, such as { "propertyAddress.city": "City is required" }. */
export type FieldErrors = Record<string, string>;

type Details = {
  fields?: FieldErrors;
  retryAfterSeconds?: number;
  /** Further keys of the answer's body, such as the present record. */
  body?: Record<string, unknown>;
};

/** A refusal that the person who caused it should read. Anything else that is thrown is a fault of ours. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}
