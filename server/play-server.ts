import type { ServeAnswer, ServeRequest } from '#contract/serve.ts';
import type { KeyHolder } from './network/authenticate-key.ts';

/** Selects the ads that outlets may show (docs/business-rules.md#delivery). */
export type PlayServer = {
  /**
   * Returns plays for an outlet. Throws `AppError` if the key is not valid for the outlet. Each play's budget is
   * reserved on disk.
   */
  serve(request: ServeRequest, key: KeyHolder): Promise<ServeAnswer>;
  /** Loads what flights have spent, so that the first outlet does not wait for it. */
  ready(): Promise<void>;
};
