import type { ServeAnswer, ServeRequest } from '#contract/serve.ts';
import type { KeyHolder } from './network/authenticate-key.ts';

/** Answers outlets which ads they may show (docs/business-rules.md#delivery). */
export type PlayServer = {
  /** Throws `AppError` where the key does not speak for the outlet. What it answers is kept from the budgets, on disk. */
  serve(request: ServeRequest, key: KeyHolder): Promise<ServeAnswer>;
  /** Reads what flights have spent, so that the first outlet does not wait for it. */
  ready(): Promise<void>;
};
