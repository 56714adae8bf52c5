import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['style', 'data-mantine-color-scheme'],
  });
  return () => observer.disconnect();
}

const tokenValue = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/**
 * Returns the current values of theme tokens (`--vb-series-1`), for canvases, which can't read CSS variables. Updates
 * when the user changes the color scheme or theme color.
 */
export function useTokenValues<const Names extends readonly string[]>(
  names: Names,
): { [Index in keyof Names]: string } {
  const text = useSyncExternalStore(subscribe, () => names.map(tokenValue).join('\n'));
  return text.split('\n') as { [Index in keyof Names]: string };
}
