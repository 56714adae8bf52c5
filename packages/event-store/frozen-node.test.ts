// Played by `npm run test:full` alone.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askClickhouse, hasClickhouse, runOn, type TestDatabase } from '../../server/testing/servers/ask-servers.ts';
import { CLUSTER, createClickhouseCluster, findClickhouse } from '../../server/testing/servers/clickhouse-cluster.ts';
import { clusterSettings, openClusterFront } from './cluster-engine.ts';
import type { ClusterNode } from './cluster-nodes.ts';
import { collectRows, type EventsEngine } from './events-engine.ts';
import type { EventsStore } from './events-store.ts';
import { openEvents } from './open-events.ts';
import { makeStoredEvent } from './testing/make-stored-event.ts';
import { createMemorySealLedger } from './testing/memory-seal-ledger.ts';

const timed = async (work: Promise<unknown>) => {
  const began = performance.now();
  const error = await work.then(
    () => null,
    (failure: unknown) => failure,
  );
  return { error, ms: performance.now() - began };
};

describe.skipIf(!hasClickhouse())('a shard that freezes', () => {
  let cluster: Awaited<ReturnType<typeof createClickhouseCluster>>;
  let events: EventsStore;
  beforeAll(async () => {
    cluster = await createClickhouseCluster(findClickhouse() ?? '', 2);
    const [first = '', second = ''] = await cluster.start(2);
    for (const node of [first, second]) await runOn(node, 'CREATE DATABASE frozen');
    const options = { name: CLUSTER, nodes: [first, second] };
    events = await openEvents({ clickhouseUrl: `${first}/frozen`, cluster: options }, createMemorySealLedger());
  });
  afterAll(async () => {
    await events?.close();
    await cluster?.stop();
  });
  const rows = (from: number) =>
    Array.from({ length: 20 }, (_, at) => makeStoredEvent({ outletKey: from + at, eventId: BigInt(from + at) }));
  const count = () =>
    events.query<{ rows: string }>({ sql: 'SELECT count() AS rows FROM events FINAL', scope: { kind: 'all' } });

  test('rejects inserts and queries while it is frozen, the next ones without waiting, and none once it resumes', async () => {
    await events.insert(rows(100));
    const frozen = await cluster.node(2);
    frozen.signal('SIGSTOP');
    try {
      const all = await Promise.all(
        [events.insert(rows(200)), count(), events.findEvents([{ eventId: 1n, outletKey: 1 }])].map(timed),
      );
      for (const { error } of all) expect(error).toMatchObject({ name: 'EventsUnavailableError', retryable: true });
      const next = await timed(events.insert(rows(200)));
      expect(next.error).toMatchObject({ retryable: true });
      expect(next.ms).toBeLessThan(Math.min(...all.map(({ ms }) => ms)));
      expect(await events.isReady()).toBe(false);
    } finally {
      frozen.signal('SIGCONT');
    }
    await expect.poll(() => timed(events.insert(rows(200)))).toMatchObject({ error: null });
    expect(await count()).toEqual([{ rows: '40' }]);
  });

  test('or is killed rejects every insert and query as retryable', async () => {
    const killed = await cluster.node(2);
    killed.signal('SIGKILL');
    const works = [() => events.insert(rows(300)), count, () => events.insert(rows(300))];
    for (const work of works) {
      const { error } = await timed(work());
      expect(error).toMatchObject({ name: 'EventsUnavailableError', retryable: true });
    }
  });
});

/** Opens a server that accepts connections and never responds. */
async function openSilentServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe.skipIf(!hasClickhouse())('a first node that is gone', () => {
  let database: TestDatabase;
  let silent: Awaited<ReturnType<typeof openSilentServer>>;
  beforeAll(async () => {
    [database, silent] = await Promise.all([askClickhouse('server'), openSilentServer()]);
  });
  afterAll(async () => {
    silent.close();
    await database.drop();
  });

  test.each(['dead', 'frozen'])('(%s) makes the front use another replica, first from then on', async (how) => {
    const first = how === 'dead' ? 'http://127.0.0.1:9/x' : silent.url;
    const nodes = [first, database.urls[0]].map((url, at): ClusterNode => {
      return { place: { shard: 1, replica: at + 1, host: '127.0.0.1' }, engine: {} as EventsEngine, url };
    });
    const front = openClusterFront(first, nodes, clusterSettings(false));
    const ask = () => collectRows(front, { sql: 'SELECT 1 AS one', params: {}, settings: {}, lane: 'small' });
    try {
      const { error, ms } = await timed(ask());
      expect(error).toBeNull();
      const again = await timed(Promise.all([ask(), front.command('CREATE TABLE made (x UInt8) ENGINE = Memory')]));
      expect(again.error).toBeNull();
      // Only a frozen node causes a wait, once.
      if (how === 'frozen') expect(again.ms).toBeLessThan(ms);
      await front.command('DROP TABLE made');
    } finally {
      await front.close();
    }
  });
});
