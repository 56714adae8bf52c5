import { expect, test } from 'vitest';
import type { ReplicaReport, ReplicaState } from '#event-store/check-replicas.ts';
import type { NoticeKind } from './create-notices.ts';
import { createReplicaWatch } from './watch-replicas.ts';

function watchOf(states: ReplicaState[], afterRebuild: ReplicaState = 'rebuilt') {
  const warned: string[] = [];
  const raised = new Map<NoticeKind, string>();
  const gauge = new Map<string, number>();
  const rebuilds: boolean[] = [];
  const replicas = (): ReplicaReport[] =>
    states.map((state, at) => ({ place: { shard: 1, replica: at + 1, host: `r${at + 1}` }, state, reason: '' }));
  const watch = createReplicaWatch({
    location: { clickhouseUrl: 'http://r1/vb', cluster: { name: 'volts', nodes: [] } },
    notices: {
      raise: async (kind, text) => void raised.set(kind, text),
      end: async (kind) => void raised.delete(kind),
    },
    metrics: { storeReplicas: { set: ({ state }, count) => void gauge.set(state, count) } },
    warn: (line) => void warned.push(line),
    alone: async (work) => {
      rebuilds.push(true);
      await work();
    },
    check: async (_, { rebuild }) => {
      if (rebuild) states.splice(0, states.length, ...states.map((state) => (state === 'lost' ? afterRebuild : state)));
      return replicas();
    },
  });
  return { watch, warned, raised, gauge, rebuilds, states };
}

test('reports nothing about complete replicas', async () => {
  const { watch, warned, raised, gauge, rebuilds } = watchOf(['whole', 'whole', 'whole']);
  await watch.look();
  expect([warned, [...raised], rebuilds]).toEqual([[], [], []]);
  expect(Object.fromEntries(gauge)).toEqual({ whole: 3, behind: 0, rebuilt: 0, lost: 0, away: 0 });
});

test('reports an absent replica once, with its effect on events, and again when it is back', async () => {
  const { watch, warned, raised, states } = watchOf(['whole', 'whole', 'away']);
  await watch.look();
  await watch.look();
  expect(warned).toEqual(['Replica 3 of shard 1 of the events store (r3) does not respond.']);
  expect(raised.get('replicas')).toContain('but not if another replica fails');
  states.splice(1, 1, 'away');
  await watch.look();
  expect(raised.get('replicas')).toContain('Events cannot be stored until two replicas');
  states.splice(0, 3, 'whole', 'whole', 'whole');
  await watch.look();
  expect(raised.size).toBe(0);
  expect(warned.slice(2)).toEqual([
    'Replica 2 of shard 1 of the events store (r2) is up to date again.',
    'Replica 3 of shard 1 of the events store (r3) is up to date again.',
  ]);
});

test('rebuilds a lost replica and only logs that, and shows a notice if the rebuild is not possible yet', async () => {
  const rebuilt = watchOf(['whole', 'lost', 'whole']);
  await rebuilt.watch.look();
  expect(rebuilt.rebuilds).toEqual([true]);
  expect(rebuilt.warned).toEqual([
    expect.stringMatching(/^Replica 2 .*They were recreated, and it is now fetching its rows/),
  ]);
  expect(rebuilt.raised.size).toBe(0);
  expect(rebuilt.gauge.get('rebuilt')).toBe(1);
  const stuck = watchOf(['whole', 'lost', 'whole'], 'lost');
  await stuck.watch.look();
  expect(stuck.raised.get('replicas')).toContain('has lost its tables');
});
