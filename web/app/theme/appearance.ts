import { THEME_COLOUR_KEY } from './theme-colour.ts';

const KEPT = [THEME_COLOUR_KEY, 'colorScheme', 'sidebar', 'sampleAlert'];

/** Takes the reader's choices of look out of storage; the answer puts them back where something cleared it since. */
export function keepAppearance(): () => void {
  const kept = KEPT.map((key) => [key, localStorage.getItem(key)] as const);
  return () => {
    for (const [key, value] of kept)
      if (value !== null && localStorage.getItem(key) === null) localStorage.setItem(key, value);
  };
}
