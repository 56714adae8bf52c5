import { expect, test } from 'vitest';
import type { EventsRead, EventsReader } from '../../databases/events/events-db.ts';
import { patientReads } from './patient-reads.ts';

test('what is kept may be read for half a minute, with its other limits as they were', async () => {
  const asked: EventsRead[] = [];
  const events: EventsReader = {
    query: async (read) => {
      asked.push(read);
      return [];
    },
    stream: async function* () {},
    seal: () => Promise.reject(new Error('not asked')),
    isReady: async () => true,
  };
  const read = { sql: 'SELECT 1', scope: { kind: 'owner', customerId: 'c', customerKey: 7 } } as const;
  await patientReads(events).query({ ...read, limits: { rows: 3, seconds: 1 } });
  await patientReads(events).query(read);
  expect(asked).toEqual([
    { ...read, limits: { rows: 3, seconds: 30 } },
    { ...read, limits: { seconds: 30 } },
  ]);
});
