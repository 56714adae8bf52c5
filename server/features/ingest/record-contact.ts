import type { EventResult } from '#contract/ingest.ts';
import type { ContactBook } from './contact-book.ts';
import type { Examined, Heartbeat } from './examine-batch.ts';
import { storeUnavailable } from './store-unavailable.ts';

/** Heartbeats are acknowledged when the contact is committed; they are not stored as events. */
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

/** Duplicates are contact as well: what they repeat may have been stored by a process that was killed before it wrote the contact. */
export async function recordContact(
  { drafts }: Examined,
  settled: readonly EventResult[],
  contacts: ContactBook,
  nowMs: number,
): Promise<void> {
  let isContact = false;
  for (const [position, { located, event }] of drafts.entries()) {
    const status = settled[position]?.status;
    if (status !== 'accepted' && status !== 'duplicate') continue;
    contacts.note(located.outlet.key, event.timestampMs, nowMs);
    isContact = true;
  }
  if (isContact) await contacts.commitSoon();
}
