import type { PreferencesRequest } from '#contract/account.ts';
import { savePreferences } from '../../features/account/api.ts';

/** Keeps a chosen look with the account; where that fails it stays in this browser, as before signing in. */
export function keepLook(look: Pick<PreferencesRequest, 'themeColor' | 'colorScheme'>): void {
  savePreferences(look).catch(() => {});
}
