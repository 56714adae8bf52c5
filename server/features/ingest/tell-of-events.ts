import type { KnownEvent } from '../../databases/events/events-db.ts';
import { changeOf, type LiveChanges } from '../../live/live-changes.ts';

/** Two of these are remembered; what is forgotten is announced once more. */
const MOST_TOLD = 10_000;

/** Announces events before they are acknowledged, so that whoever hears of one finds it in all figures. */
type EventTeller = {
  stored(rows: readonly KnownEvent[]): Promise<void>;
  /**
   * Of those that come again and are in the store already. Whoever stored them may have been killed, or heard no answer, before
   * it could announce them; that they are duplicates is an acknowledgement as well. Each is told once.
   */
  found(events: readonly KnownEvent[]): Promise<void>;
};

/** `isOnlyWriter`: nobody else stores, and what this process stored it has announced, or sends again. */
export function createEventTeller(live: LiveChanges, isOnlyWriter: boolean): EventTeller {
  let [younger, older]: [Set<string>, Set<string>] = [new Set(), new Set()];
  const nameOf = ({ outletKey, eventId }: KnownEvent) => `${outletKey} ${eventId}`;
  const isTold = (event: KnownEvent) => younger.has(nameOf(event)) || older.has(nameOf(event));

  function noteTold(event: KnownEvent): void {
    if (younger.size >= MOST_TOLD) [younger, older] = [new Set(), younger];
    younger.add(nameOf(event));
  }

  async function tell(events: readonly KnownEvent[]): Promise<void> {
    if (events.length === 0) return;
    await live.announce(changeOf(events));
    if (!isOnlyWriter) for (const event of events) noteTold(event);
  }

  return {
    stored: tell,
    found: async (events) => {
      if (!isOnlyWriter) await tell(events.filter((event) => !isTold(event)));
    },
  };
}
