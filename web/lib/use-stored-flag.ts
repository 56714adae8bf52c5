import { useState } from 'react';
import { storedText } from './stored-text.ts';

/** Stores a choice across visits. The choice is on if local storage has the value `on` for `key`. */
export function useStoredFlag(key: string, on: string): [isOn: boolean, set: (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => storedText(key) === on);
  const set = (next: boolean): void => {
    setIsOn(next);
    try {
      if (next) localStorage.setItem(key, on);
      else localStorage.removeItem(key);
    } catch {
      // Without storage, the choice lasts until the user leaves the page.
    }
  };
  return [isOn, set];
}
