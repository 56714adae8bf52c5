import { storedText } from './stored-text.ts';

/** Choices of how the product looks: they belong to the browser, not to a session, and tell nothing about an account. */
const LASTING = ['colorScheme', 'themeColor', 'sidebar', 'sampleAlert'] as const;

/**
 * Does what empties the origin's storage, as the answer to signing out does (Clear-Site-Data, docs/threat-model.md#b9), and puts the
 * reader's choices of looks back afterwards.
 */
export async function keepingChoices(act: () => Promise<void>): Promise<void> {
  const kept = LASTING.flatMap((key) => {
    const value = storedText(key);
    return value === null ? [] : [{ key, value }];
  });
  await act();
  for (const { key, value } of kept) if (storedText(key) === null) localStorage.setItem(key, value);
}
