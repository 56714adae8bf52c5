import { useEffect, useRef, useState } from 'react';
import { mentionAt } from './mention-at.ts';
import { MENTIONS } from './sample-data/choices.ts';

/** Delay in milliseconds, as if a server suggested the names. */
const SUGGEST_MS = 250;

/** Suggests names for the text after an @, with a delay. */
export function useMentions() {
  const timer = useRef<number | undefined>(undefined);
  const place = useRef<{ start: number; letters: string } | null>(null);
  const [names, setNames] = useState<readonly string[]>([]);
  const [active, setActive] = useState(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const close = (): void => {
    window.clearTimeout(timer.current);
    setNames([]);
  };
  return {
    names,
    active,
    close,
    move: (by: number) => setActive((active + by + names.length) % Math.max(1, names.length)),
    follow: (text: string, caret: number): void => {
      close();
      const found = mentionAt(text, caret);
      place.current = found;
      if (found === null) return;
      timer.current = window.setTimeout(() => {
        setActive(0);
        setNames(MENTIONS.filter((name) => name.startsWith(found.letters.toLowerCase())));
      }, SUGGEST_MS);
    },
    complete: (name: string, text: string): { next: string; caret: number } => {
      close();
      const { start, letters } = place.current ?? { start: text.length, letters: '' };
      const before = `${text.slice(0, start)}@${name} `;
      return { next: before + text.slice(start + 1 + letters.length), caret: before.length };
    },
  };
}
