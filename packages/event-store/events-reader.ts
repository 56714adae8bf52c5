import type { EventsReader } from './events-db.ts';

/** Returns the store for features, without the functions that write to it or close it. */
export const readerOf = (events: EventsReader): EventsReader =>
  Object.freeze({
    query: <Row>(read: Parameters<EventsReader['query']>[0]) => events.query<Row>(read),
    stream: <Row>(read: Parameters<EventsReader['stream']>[0]) => events.stream<Row>(read),
    seal: () => events.seal(),
    isReady: () => events.isReady(),
  });
