import type { KnownEvent } from '#event-store/event-store.ts';
import { changeOf, type LiveChanges } from '../../../live/live-changes.ts';

/**
 * Maximum number of events in a set of published events. The process remembers up to two sets. Events that it forgets
 * may be published again.
 */
const MOST_TOLD = 10_000;

/** Publishes events before they are acknowledged, so that a subscriber finds each event in all figures. */
type EventTeller = {
  stored(rows: readonly KnownEvent[]): Promise<void>;
  /**
   * Publishes resent events that are already stored, each once. The process that stored them may have been killed, or
   * may have received no response, before it could publish them. A duplicate result is an acknowledgment too.
   */
  found(events: readonly KnownEvent[]): Promise<void>;
};

/**
 * Creates the publisher. With `isOnlyWriter`, no other process stores events, so this process has published everything
 * it stored, or stores it again.
 */
export function createEventPublisher(live: LiveChanges, isOnlyWriter: boolean): EventTeller {
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
