import type { ServeAnswer, ServeRequest } from '#contract/serve.ts';
import type { KeyHolder } from './network/authenticate-key.ts';

/** Selects the ads that outlets may show (docs/business-rules.md#delivery). */
export type PlayServer = {
  /**
   * Returns plays for an outlet. Throws `AppError` if the key is not valid for the outlet. The price of each play is
   * reserved on disk first.
   */
  serve(request: ServeRequest, key: KeyHolder): Promise<ServeAnswer>;
  /** Loads the flights' spending, so that the first outlet does not have to wait for it. */
  ready(): Promise<void>;
};
