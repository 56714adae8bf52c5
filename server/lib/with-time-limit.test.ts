import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { withTimeLimit } from './with-time-limit.ts';

test('the limit comes though memory is tidied up meanwhile, and so does what ends it before', async () => {
  setFlagsFromString('--expose-gc');
  const tidyUp = runInNewContext('gc') as () => void;
  const isEnded = (signal: AbortSignal) =>
    new Promise<string>((resolve) => {
      signal.addEventListener('abort', () => resolve('ended'));
      tidyUp();
    });
  expect(await withTimeLimit(new AbortController().signal, 20, isEnded)).toBe('ended');

  const before = new AbortController();
  const ended = withTimeLimit(before.signal, 1_000_000, isEnded);
  tidyUp();
  before.abort();
  expect(await ended).toBe('ended');
});

test('work that does not heed its end is given up all the same, and none begins after it', async () => {
  const never = () => new Promise<never>(() => undefined);
  await expect(withTimeLimit(null, 5, never)).rejects.toThrow('aborted');
  await expect(withTimeLimit(AbortSignal.abort(), 1_000_000, never)).rejects.toThrow('aborted');
});
