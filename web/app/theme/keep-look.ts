import type { PreferencesRequest } from '#contract/account.ts';
import { savePreferences } from '../../features/account/preferences-api.ts';
import { viewToken } from '../../lib/viewing.ts';

/**
 * Stores the chosen look with the account. If that fails, the look stays in this browser only. Does nothing while
 * viewing as another user.
 */
export function keepLook(look: Pick<PreferencesRequest, 'theme_color' | 'color_scheme'>): void {
  if (viewToken() === null) savePreferences(look).catch(() => {});
}
