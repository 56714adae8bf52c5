import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#domain/durations.ts';
import { eventually } from '../../server/testing/eventually.ts';
import { hasClickhouse, runOn } from '../../server/testing/servers/ask-servers.ts';
import { hasInsertEnded, isOverAt } from './server-events-db.ts';
import { makeStoredEvent } from './testing/make-stored-event.ts';
import { describeOnEventsEngines, locationOf, openServerTestEvents } from './testing/open-test-events.ts';

const HELD_MS = 3_000;
const ID = 'ingest-of-a-test';
const lost = (lostForMs = MINUTE_MS / 2) => ({ id: ID, heldForMs: HELD_MS, lostForMs });

describeOnEventsEngines('an insert whose locks are lost', ['server', 'cluster'], (_, kind) => {
  let store: Awaited<ReturnType<typeof openServerTestEvents>>;
  beforeAll(async () => {
    store = await openServerTestEvents(kind === 'cluster' ? 'cluster' : 'server');
  });
  afterAll(() => store.close());

  test('has ended when no node stores a part of it, once its fence is over', async () => {
    const { events } = store;
    const { shards, rowsOf } = events.engine;
    for (const shard of shards)
      await shard.command(
        `CREATE MATERIALIZED VIEW slow ENGINE = Null AS SELECT sleep(2.5) AS x FROM ${rowsOf('events')}`,
      );
    const rows = [1, 2, 3, 4, 5, 6].map((at) => makeStoredEvent({ outletKey: at, eventId: BigInt(at) }));
    const fence = { id: ID, heldForMs: MINUTE_MS, confirm: async () => undefined };
    let isOver = false;
    const inserted = events.insert(rows, fence).finally(() => {
      isOver = true;
    });
    await eventually(async () => expect(await running()).toBeGreaterThan(0));
    expect(await events.hasInsertEnded(lost())).toBe(false);
    expect(await events.hasInsertEnded({ ...lost(), id: 'ingest-of-another' })).toBe(true);
    expect(await events.hasInsertEnded(lost(HELD_MS))).toBe(false);
    expect(isOver).toBe(false);
    await inserted;
    expect(await events.hasInsertEnded(lost(HELD_MS))).toBe(false);
    expect(await events.hasInsertEnded(lost())).toBe(true);
  });

  async function running(): Promise<number> {
    const counted = await Promise.all(
      store.urls.map((url) => runOn(url, `SELECT count() FROM system.processes WHERE startsWith(query_id, '${ID}')`)),
    );
    return counted.reduce((sum, count) => sum + Number(count), 0);
  }
});

test.skipIf(!hasClickhouse())('a node that is not there runs nothing, and a silent one may run it', async () => {
  const store = await openServerTestEvents('cluster');
  const { clickhouseUrl, cluster } = locationOf('cluster', store.urls);
  const nodes = store.urls.slice(0, 2).map((url) => new URL(url).origin);
  const ask = (port: number) => {
    const options = { name: cluster?.name ?? '', nodes: [...nodes, `http://127.0.0.1:${port}`] };
    return hasInsertEnded({ clickhouseUrl, cluster: options }, lost());
  };
  const silent = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  try {
    expect(await ask(port)).toBe(false);
    silent.close();
    await once(silent, 'close');
    expect(await ask(port)).toBe(true);
  } finally {
    await store.close();
  }
});

test('a node of which nothing is known for a minute counts as idle where others go on without it', () => {
  const [soon, later] = [MINUTE_MS / 2, MINUTE_MS + 1];
  const isOver = (look: 'running' | 'refused' | 'silent', lostForMs: number, hasReplicas: boolean) =>
    isOverAt(['ended', look], { lostForMs, hasReplicas });
  expect([soon, later].map((ms) => isOver('running', ms, true))).toEqual([false, false]);
  expect([soon, later].map((ms) => isOver('refused', ms, false))).toEqual([false, true]);
  expect([soon, later].map((ms) => isOver('silent', ms, true))).toEqual([false, true]);
  expect(isOver('silent', later, false)).toBe(false);
});
