import type { EventsReader } from './events-db.ts';

/** The store without anything that writes or closes it: what features are given. */
export const readerOf = (events: EventsReader): EventsReader =>
  Object.freeze({
    query: <Row>(read: Parameters<EventsReader['query']>[0]) => events.query<Row>(read),
    stream: <Row>(read: Parameters<EventsReader['stream']>[0]) => events.stream<Row>(read),
    seal: () => events.seal(),
    isReady: () => events.isReady(),
  });
