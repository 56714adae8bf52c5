import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { withTimeLimit } from './with-time-limit.ts';

test('the time limit fires despite garbage collection, and so does an earlier abort', async () => {
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

test('gives up work that ignores its abort, and starts none after an abort', async () => {
  const never = () => new Promise<never>(() => undefined);
  await expect(withTimeLimit(null, 5, never)).rejects.toThrow('aborted');
  await expect(withTimeLimit(AbortSignal.abort(), 1_000_000, never)).rejects.toThrow('aborted');
});
