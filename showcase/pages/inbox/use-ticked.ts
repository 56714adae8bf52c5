import { useState } from 'react';
import type { Message } from './sample-mailbox.ts';

export type Ticked = {
  readonly ids: readonly number[];
  readonly isTicked: (id: number) => boolean;
  readonly toggle: (id: number) => void;
  readonly set: (messages: readonly Message[]) => void;
};

/** The selected messages of a list; another list (`key`) starts with none. */
export function useTicked(key: string, found: readonly Message[]): Ticked {
  const [ticked, setTicked] = useState<{ key: string; ids: ReadonlySet<number> }>({ key, ids: new Set() });
  const kept = ticked.key === key ? ticked.ids : new Set<number>();
  const ids = found.flatMap(({ id }) => (kept.has(id) ? [id] : []));
  return {
    ids,
    isTicked: (id) => kept.has(id),
    toggle: (id) => setTicked({ key, ids: new Set(kept.has(id) ? ids.filter((other) => other !== id) : [...ids, id]) }),
    set: (messages) => setTicked({ key, ids: new Set(messages.map(({ id }) => id)) }),
  };
}
