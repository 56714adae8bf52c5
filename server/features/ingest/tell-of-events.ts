import type { KnownEvent } from '../../databases/events/events-db.ts';
import { createRecentEvents } from '../../databases/events/recent-events.ts';
import { changeOf, type LiveChanges } from '../../live/live-changes.ts';

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
  const told = createRecentEvents();

  async function tell(events: readonly KnownEvent[]): Promise<void> {
    if (events.length === 0) return;
    await live.announce(changeOf(events));
    if (!isOnlyWriter) told.add(events);
  }

  return {
    stored: tell,
    found: async (events) => {
      if (!isOnlyWriter) await tell(events.filter((event) => told.event(event) === undefined));
    },
  };
}
