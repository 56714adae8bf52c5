/** A failed request. `status` is 0 if the client could not reach the server. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Reference in the server log; null if there is none. */
  readonly id: string | null;
  /** How many seconds the server asks the client to wait; null if the server sets no time. */
  readonly retryAfterSeconds: number | null;
  /** Validation messages by field name. */
  readonly fields: Readonly<Record<string, string>>;

  /**
   * A code for an error that this client handles automatically, one of `FailureCode` in the contract; null for other
   * errors.
   */
  readonly code: string | null;

  constructor(
    status: number,
    message: string,
    id: string | null = null,
    retryAfterSeconds: number | null = null,
    fields: Readonly<Record<string, string>> = {},
    code: string | null = null,
  ) {
    super(message);
    this.status = status;
    this.id = id;
    this.retryAfterSeconds = retryAfterSeconds;
    this.fields = fields;
    this.code = code;
  }
}

/**
 * Returns the status that the error catalog uses for an error: 500 if it is not an `ApiError`
 * (docs/specification.md#errors).
 */
export const statusOf = (error: unknown): number => (error instanceof ApiError ? error.status : 500);
