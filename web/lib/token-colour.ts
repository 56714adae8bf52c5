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
 * The present values of tokens (`--vb-series-1`), for canvases that cannot read CSS variables; renewed when the reader
 * changes scheme or theme colour.
 */
export function useTokenValues<const Names extends readonly string[]>(
  names: Names,
): { [Index in keyof Names]: string } {
  const text = useSyncExternalStore(subscribe, () => names.map(tokenValue).join('\n'));
  return text.split('\n') as { [Index in keyof Names]: string };
}
