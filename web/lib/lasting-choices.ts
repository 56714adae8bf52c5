import { storedText } from './stored-text.ts';

/**
 * Storage keys of the appearance settings, which belong to the browser, not to a session. The settings reveal nothing
 * about an account; hidden columns are names of columns.
 */
const LASTING = ['colorScheme', 'themeColor', 'sidebar', 'sampleAlert', 'tableColumns'] as const;

/**
 * Runs an action that clears the origin's storage, and restores the appearance settings afterwards. The sign-out
 * response clears this storage (Clear-Site-Data, docs/threat-model.md#b9).
 */
export async function keepingChoices(act: () => Promise<void>): Promise<void> {
  const kept = LASTING.flatMap((key) => {
    const value = storedText(key);
    return value === null ? [] : [{ key, value }];
  });
  await act();
  for (const { key, value } of kept) if (storedText(key) === null) localStorage.setItem(key, value);
}
