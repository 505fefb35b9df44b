// What can be refused, and how each refusal travels.

/** code → HTTP status, of what any site refuses. A room adds its own with refusalsOf. */
const STATUSES = {
  invalid_input: 400,
  not_signed_in: 401,
  forbidden: 403,
  not_found: 404,
  changed_meanwhile: 409,
  too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

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
  readonly code: string;
  readonly status: number;
  readonly details: Details;

  constructor(code: keyof typeof STATUSES, message: string, details: Details = {}) {
    super(message);
    this.code = code;
    this.status = STATUSES[code];
    this.details = details;
  }
}

/** The refusals of one room: a class whose codes are these alone. */
export function refusalsOf<Code extends string>(statuses: Readonly<Record<Code, number>>) {
  return class extends AppError {
    override readonly code: Code;
    override readonly status: number;

    constructor(code: Code, message: string, details?: Details) {
      // A fault of ours until the room has said what it is.
      super("internal", message, details);
      this.code = code;
      this.status = statuses[code];
    }
  };
}
