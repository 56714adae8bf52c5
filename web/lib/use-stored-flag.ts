import { useState } from 'react';

function readFlag(key: string, on: string): boolean {
  try {
    return localStorage.getItem(key) === on;
  } catch {
    return false;
  }
}

/** A choice that outlives the page: whether `key` holds the text `on` in browser storage. */
export function useStoredFlag(key: string, on: string): [isOn: boolean, set: (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => readFlag(key, on));
  const set = (next: boolean): void => {
    setIsOn(next);
    try {
      if (next) localStorage.setItem(key, on);
      else localStorage.removeItem(key);
    } catch {
      // Without storage the choice lasts until the page is left.
    }
  };
  return [isOn, set];
}
