import type { EventsReader } from '../../databases/events/events-db.ts';

/**
 * At 100 million views the days that are not sealed yet are 13 million rows, read in 3 to 11 s: with the limit of a single
 * question (5 s) the figures of such a network could never be told.
 */
const PATIENCE_SECONDS = 30;

/** For answers that are kept: everybody waits for the same reading, once, so it may take longer than one that serves one call. */
export const patientReads = (events: EventsReader): EventsReader => ({
  query: (read) => events.query({ ...read, limits: { ...read.limits, seconds: PATIENCE_SECONDS } }),
  stream: (read) => events.stream(read),
  seal: () => events.seal(),
  isReady: () => events.isReady(),
});
