/** A call that did not succeed. `status` is 0 when the server could not be reached. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Reference in the server's log; null without one. */
  readonly id: string | null;
  /** How long the server asks to wait; null if it did not. */
  readonly retryAfterSeconds: number | null;
  /** What is wrong with which field of a form. */
  readonly fields: Readonly<Record<string, string>>;

  /** What this client acts on by itself, as `FailureCode` of the contract names it; null for everything else. */
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

/** The status of a failure as the error catalogue counts it: 500 for whatever is not an answer (docs/specification.md#errors). */
export const statusOf = (error: unknown): number => (error instanceof ApiError ? error.status : 500);
