import type { ServeAnswer, ServeRequest } from '#contract/serve.ts';
import type { KeyHolder } from './network/authenticate-key.ts';

/** Selects the ads that outlets may show (docs/business-rules.md#delivery). */
export type PlayServer = {
  /** Throws `AppError` if the key is not valid for the outlet. Each returned play reserves its budget on disk. */
  serve(request: ServeRequest, key: KeyHolder): Promise<ServeAnswer>;
  /** Loads the flights' spending, so that the first outlet does not wait for it. */
  ready(): Promise<void>;
};
