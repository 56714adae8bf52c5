import type { PreferencesRequest } from '#contract/account.ts';
import { savePreferences } from '../../features/account/preferences-api.ts';
import { viewToken } from '../../lib/viewing.ts';

/** Keeps a chosen look with the account; where that fails it stays in this browser, as before signing in. */
export function keepLook(look: Pick<PreferencesRequest, 'theme_color' | 'color_scheme'>): void {
  if (viewToken() === null) savePreferences(look).catch(() => {});
}
