import type { FailureCode } from '#contract/common.ts';

const STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  unsupported: 415,
  'too-many': 429,
  unavailable: 503,
} as const;

/** A failure that the caller can act on. Users see the message unchanged. */
export class AppError extends Error {
  readonly statusCode: number;
  /** Number of seconds after which the same call may succeed. Sent as Retry-After. */
  readonly retryAfterSeconds: number | undefined;
  /** A code for failures that the web client handles automatically. Sent as `error.code`. */
  readonly reason: FailureCode | undefined;

  constructor(code: keyof typeof STATUS, message: string, retryAfterSeconds?: number, reason?: FailureCode) {
    super(message);
    this.name = 'AppError';
    this.statusCode = STATUS[code];
    this.retryAfterSeconds = retryAfterSeconds;
    this.reason = reason;
  }
}

type Said = { readonly message?: string; readonly codes?: Readonly<Record<string, string>> };

/**
 * A form with invalid fields. `fields` has a message for each field, by its path in the body (`venue.name`). The
 * error's message is the first of these unless another message is given. `codes` has the kind of each problem, for
 * programs.
 */
export class FieldError extends AppError {
  readonly fields: Readonly<Record<string, string>>;
  readonly codes: Readonly<Record<string, string>>;

  constructor(fields: Readonly<Record<string, string>>, code: 'invalid' | 'conflict' = 'invalid', said: Said = {}) {
    super(code, said.message ?? Object.values(fields)[0] ?? 'Some fields are invalid. Correct them and try again.');
    this.fields = fields;
    this.codes = said.codes ?? Object.fromEntries(Object.keys(fields).map((name) => [name, code]));
  }

  /** Returns the error for a part that is nested deeper in the body. */
  below(path: string): FieldError {
    const deeper = <Value>(of: Readonly<Record<string, Value>>) =>
      Object.fromEntries(Object.entries(of).map(([name, value]) => [`${path}.${name}`, value]));
    const code = this.statusCode === STATUS.conflict ? 'conflict' : 'invalid';
    return new FieldError(deeper(this.fields), code, { message: this.message, codes: deeper(this.codes) });
  }
}
