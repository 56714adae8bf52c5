import type { EventsDb } from '#event-store/events-db.ts';

type HangingEvents = {
  /** For `createTestApp({ wrapEvents })`. */
  readonly wrap: (store: EventsDb) => EventsDb;
  /** While true, reads of the events store never get a response. */
  hangs: boolean;
  /** The number of reads that hung. */
  asked: number;
};

/** Creates an events store that can stop responding to reads, like a frozen server. It still stores rows. */
export function createHangingEvents(): HangingEvents {
  const never = <Answer>(): Promise<Answer> => {
    hanging.asked += 1;
    return new Promise(() => undefined);
  };
  const hanging: HangingEvents = {
    hangs: false,
    asked: 0,
    wrap: (store) => ({
      query: (read) => (hanging.hangs ? never() : store.query(read)),
      async *stream<Row>(read: Parameters<EventsDb['stream']>[0]) {
        if (hanging.hangs) await never();
        yield* store.stream<Row>(read);
      },
      findEvents: (wanted) => (hanging.hangs ? never() : store.findEvents(wanted)),
      findFollowers: (wanted) => (hanging.hangs ? never() : store.findFollowers(wanted)),
      hasInsertEnded: (insert) => store.hasInsertEnded(insert),
      seal: () => (hanging.hangs ? never() : store.seal()),
      isReady: () => store.isReady(),
      close: () => store.close(),
      insert: (rows, fence) => store.insert(rows, fence),
    }),
  };
  return hanging;
}
