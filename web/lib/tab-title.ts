import { useEffect, useSyncExternalStore } from 'react';

let named: readonly string[] = [];
const listeners = new Set<() => void>();

function setNamed(parts: readonly string[]): void {
  named = parts;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Names the page in the browser's tab after the record it shows: `useTabTitle('BRL-5A', 'Winter menu')`. Until the
 * record has loaded (undefined), the tab has the title of the route.
 */
export function useTabTitle(...parts: readonly (string | undefined)[]): void {
  const known = parts.filter((part): part is string => part !== undefined && part !== '');
  const text = JSON.stringify(known);
  useEffect(() => {
    setNamed(JSON.parse(text) as string[]);
    return () => setNamed([]);
  }, [text]);
}

/** Returns the parts that the page named, or an empty list. */
export const useNamedTitle = (): readonly string[] => useSyncExternalStore(subscribe, () => named);
