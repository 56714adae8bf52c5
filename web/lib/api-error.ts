/** A call that failed. `status` is 0 if the client could not reach the server. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Reference in the server's log; null if there is none. */
  readonly id: string | null;
  /** How many seconds the server asks the client to wait; null if it does not say. */
  readonly retryAfterSeconds: number | null;
  /** Validation messages by field name. */
  readonly fields: Readonly<Record<string, string>>;

  /** A failure that this client handles automatically, one of `FailureCode` in the contract; null for all others. */
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
 * The status by which the error catalog classifies a failure: 500 if it is not an answer of the server
 * (docs/specification.md#errors).
 */
export const statusOf = (error: unknown): number => (error instanceof ApiError ? error.status : 500);
