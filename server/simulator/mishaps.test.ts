import { expect, test } from 'vitest';
import type { OutletEvent } from '#contract/ingest.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { createMishaps } from './mishaps.ts';

const EUI = '00000000000000a1';
const beat = (): OutletEvent => ({
  id: crypto.randomUUID(),
  type: 'heartbeat',
  eui: EUI,
  timestamp: new Date().toISOString(),
});

/** Starts one mishap of a kind (0 fault, 1 outage, 2 cut line, 3 wrong clock) and returns how to end it. */
function play(kind: number) {
  const sent: OutletEvent[] = [];
  const later: (() => void)[] = [];
  const mishaps = createMishaps<OutletEvent>(
    EUI,
    (event) => sent.push(event),
    () => kind / 4,
  );
  mishaps.play({ perDay: 1, after: (_ms, work) => later.push(work) });
  later.shift()?.();
  return { mishaps, sent, end: () => later.shift()?.(), words: () => sent.map(({ type, fault }) => fault ?? type) };
}

test('reports a fault and does nothing else', () => {
  const { mishaps, words } = play(0);
  mishaps.add(beat());
  expect(words()).toEqual(['surge', 'heartbeat']);
});

test('without power, an outlet reports only the loss and the return of power', () => {
  const { mishaps, words, end } = play(1);
  mishaps.add(beat());
  expect(mishaps.isOff()).toBe(true);
  end();
  mishaps.add(beat());
  expect(words()).toEqual(['power_lost', 'power_back', 'heartbeat']);
});

test('reports the events of a disconnected time late and unchanged', () => {
  const { mishaps, sent, end } = play(2);
  const event = beat();
  mishaps.add(event);
  expect(sent).toEqual([]);
  end();
  expect(sent).toEqual([event]);
});

test('corrects a wrong clock after a while', () => {
  const { mishaps, end } = play(3);
  expect(Math.abs(mishaps.now() - Date.now())).toBeGreaterThan(MINUTE_MS);
  end();
  expect(Math.abs(mishaps.now() - Date.now())).toBeLessThan(MINUTE_MS);
});
