import { expect, test } from 'vitest';
import { createPulse } from './server-pulse.ts';

/** Creates a look with pending health checks, in order. The test responds to each of them. */
function openLook() {
  const asked: ((silence: string | null) => void)[] = [];
  let notify: () => void = () => undefined;
  const look = () =>
    new Promise<string | null>((resolve) => {
      asked.push(resolve);
      notify();
    });
  const next = async () => {
    if (asked.length === 0) await new Promise<void>((resolve) => (notify = resolve));
    return asked.shift() as (silence: string | null) => void;
  };
  return { look, next };
}

test('one silent check aborts short work, and does not affect long work', async () => {
  const { look, next } = openLook();
  const pulse = createPulse(look, 3);
  const [batch, seal] = [pulse.begin(), pulse.begin('two looks')];
  (await next())('silent');
  const second = await next();
  expect([batch.signal.aborted, seal.signal.aborted]).toEqual([true, false]);
  expect(() => pulse.begin('two looks')).toThrow('silent');
  second(null);
  // The failed checks are not consecutive: another silence starts a new count.
  (await next())('silent');
  expect(seal.signal.aborted).toBe(false);
  (await next())('silent');
  await next();
  expect(seal.signal.reason).toMatchObject({ name: 'EventsUnavailableError', retryable: true });
  for (const { end } of [batch, seal]) end();
  pulse.close();
});
