import { expect, test } from 'vitest';
import type { EngineRead, EventsShard } from './events-engine.ts';
import { takeInserts } from './take-inserts.ts';

type Said = { readonly bytes?: number; readonly active?: number; readonly isReadonly?: number };
const LEAST = 1_000;

/** Returns a replica with the state that its server and Keeper report. Null for a replica that does not respond. */
const replica = (said: Said | null) => ({
  read: async function* <Row>({ sql }: EngineRead) {
    if (said === null) throw new Error('The events store cannot be reached.');
    const { bytes = 2_000, active, isReadonly = 0 } = said;
    const counted = active === undefined ? [] : [{ isReadonly, active }];
    yield (/system\.replicas/.test(sql) ? counted : [{ bytes: String(bytes) }]) as Row[];
  },
});
const shard = (...replicas: readonly (Said | null)[]): EventsShard => ({
  name: '',
  replicas: replicas.map(replica),
  read: async function* () {},
  command: async () => {},
});

test.each<[string, readonly EventsShard[], boolean]>([
  ['a shard without replicas', [shard({})], true],
  ['a full disk', [shard({ bytes: 999 })], false],
  ['all three replicas', [shard({ active: 3 }, { active: 3 }, { active: 3 })], true],
  ['one of three away', [shard({ active: 2 }, null, { active: 2 })], true],
  ['two of three away', [shard({ active: 1 }, null, null)], false],
  ['two of three away in one of two shards', [shard({ active: 3 }), shard({ active: 1 })], false],
  ['all away', [shard(null, null, null)], false],
  ['a replica that was away at the start, and the other one of then', [shard({ active: 2 }, null)], true],
  ['no keeper', [shard({ active: 0, isReadonly: 1 }, { active: 0, isReadonly: 1 })], false],
  ['one replica without its keeper', [shard({ active: 2 }, { active: 2, isReadonly: 1 })], true],
  ['room on one replica', [shard({ active: 2, bytes: 1 }, { active: 2 })], true],
])('whether the store accepts inserts, with %s: %#', async (_, shards, taken) => {
  expect(await takeInserts(shards, LEAST)).toBe(taken);
});
