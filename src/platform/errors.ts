const STATUSES = {
  invalid_input: 400,
  not_signed_in: 401,
  forbidden: 403,
  duty_missing: 403,
  not_found: 404,
  changed_meanwhile: 409,
  too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type FieldErrors = Record<string, string>;

type Details = {
  fields?: FieldErrors;
  retryAfterSeconds?: number;
  body?: Record<string, unknown>;
};

/** The message is shown to the person who caused the error. Any other error is a bug and answered as "internal". */
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

export function refusalsOf<Code extends string>(statuses: Readonly<Record<Code, number>>) {
  return class extends AppError {
    override readonly code: Code;
    override readonly status: number;

    constructor(code: Code, message: string, details?: Details) {
      super("internal", message, details);
      this.code = code;
      this.status = statuses[code];
    }
  };
}
