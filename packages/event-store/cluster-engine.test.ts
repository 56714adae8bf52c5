import { expect, test } from 'vitest';
import { asEventsError } from './chdb-errors.ts';
import { clusterSettings, shardOf } from './cluster-engine.ts';
import { EventsUnavailableError } from './events-db.ts';
import { type EventsEngine, onePlace } from './events-engine.ts';

test('the shards acknowledge an insert, and an answer includes all of them', () => {
  for (const isReplicated of [false, true]) {
    const { all, insert } = clusterSettings(isReplicated);
    expect(insert).toMatchObject({ distributed_foreground_insert: 1 });
    expect(all).toMatchObject({ skip_unavailable_shards: 0 });
  }
});

test('with replicas, two have the rows, and readers see every acknowledged row', () => {
  expect(clusterSettings(true).all).toMatchObject({
    insert_quorum: 2,
    // Any replica may look up IDs. The required order is only guaranteed if inserts run one after another.
    insert_quorum_parallel: 0,
    select_sequential_consistency: 1,
  });
  expect(clusterSettings(false).all).not.toHaveProperty('insert_quorum');
});

function replica(number: number, failure: Error | null, told: number[]) {
  const shard = {
    read: async function* <Row>() {
      if (failure) throw failure;
      yield [{ replica: number }] as Row[];
    },
    command: async () => {
      told.push(number);
      if (failure) throw failure;
    },
  };
  const engine: EventsEngine = {
    ...shard,
    ...onePlace(shard),
    database: 'outlets',
    insertEvents: async () => {},
    insertRows: async () => {},
    readText: async function* () {},
    close: async () => {},
  };
  return { place: { shard: 1, replica: number, host: `r${number}` }, engine, url: '' };
}

test('the first reachable replica maintains a shard', async () => {
  const told: number[] = [];
  const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const silent = new EventsUnavailableError('The events store cannot be reached.', true, { cause });
  const shard = shardOf([replica(1, silent, told), replica(2, null, told), replica(3, null, told)]);
  await shard.command('TRUNCATE TABLE x');
  expect(told).toEqual([1, 2]);
  const rows: unknown[] = [];
  for await (const some of shard.read({ sql: '', params: {}, settings: {}, lane: 'small' })) rows.push(...some);
  expect(rows).toEqual([{ replica: 2 }]);
});

test('never retries a statement on another replica if one may have begun it: sums would be added twice', async () => {
  for (const code of ['ECONNRESET', 'ETIMEDOUT', undefined]) {
    const told: number[] = [];
    const cause = Object.assign(new Error('gone'), { code });
    const gone = new EventsUnavailableError('The events store cannot be reached.', true, { cause });
    await expect(shardOf([replica(1, gone, told), replica(2, null, told)]).command('INSERT')).rejects.toBe(gone);
    expect(told).toEqual([1]);
  }
});

test('does not retry a rejected statement on another replica, and a shard without replicas is unreachable', async () => {
  const told: number[] = [];
  const refused = asEventsError(Object.assign(new Error('x'), { code: '62' }));
  await expect(shardOf([replica(1, refused, told), replica(2, null, told)]).command('x')).rejects.toBe(refused);
  expect(told).toEqual([1]);
  const silent = new EventsUnavailableError('The events store cannot be reached.', true);
  await expect(shardOf([replica(1, silent, told)]).command('x')).rejects.toBe(silent);
});

test('retries on another replica if one has no tables, and only skips reads from a replica that lags behind', async () => {
  const saying = (code: string) => asEventsError(Object.assign(new Error('x'), { code }));
  const answer = { sql: '', params: {}, settings: {}, lane: 'small' } as const;
  const rowsOf = async (shard: ReturnType<typeof shardOf>) => {
    const rows: unknown[] = [];
    for await (const some of shard.read(answer)) rows.push(...some);
    return rows;
  };
  for (const code of ['60', '81']) {
    const told: number[] = [];
    const shard = shardOf([replica(1, saying(code), told), replica(2, null, told)]);
    await shard.command('ALTER');
    expect([told, await rowsOf(shard)]).toEqual([[1, 2], [{ replica: 2 }]]);
  }
  const told: number[] = [];
  const lagging = saying('289');
  const shard = shardOf([replica(1, lagging, told), replica(2, null, told)]);
  expect(await rowsOf(shard)).toEqual([{ replica: 2 }]);
  await expect(shard.command('ALTER')).rejects.toBe(lagging);
});
