import type { EventResult } from '#contract/ingest.ts';
import type { CheckedBatch, Heartbeat } from '../check/check-batch.ts';
import { storeUnavailable } from '../receive/store-unavailable.ts';
import type { ContactBook } from './contact-book.ts';

/** Acknowledges heartbeats once the contact is committed. Heartbeats are not stored as events. */
export async function recordHeartbeats(
  heartbeats: readonly Heartbeat[],
  contacts: ContactBook,
  nowMs: number,
): Promise<EventResult[]> {
  if (heartbeats.length === 0) return [];
  for (const { located, event } of heartbeats) contacts.note(located.outlet.key, event.timestampMs, nowMs);
  try {
    await contacts.commit();
  } catch (error) {
    throw storeUnavailable(error);
  }
  return heartbeats.map(({ index, event }) => ({ index, id: event.id, status: 'accepted' }));
}

/**
 * Records the contact of accepted events and of duplicates. For a duplicate, the process that stored the first event
 * may have been killed before it wrote the contact.
 */
export async function recordContact(
  { candidates }: CheckedBatch,
  settled: readonly EventResult[],
  contacts: ContactBook,
  nowMs: number,
): Promise<void> {
  let isContact = false;
  for (const [position, { located, event }] of candidates.entries()) {
    const status = settled[position]?.status;
    if (status !== 'accepted' && status !== 'duplicate') continue;
    contacts.note(located.outlet.key, event.timestampMs, nowMs);
    isContact = true;
  }
  if (isContact) await contacts.commitSoon();
}
