import { afterEach, expect, test, vi } from 'vitest';
import type { Config } from '../../config/config.ts';
import { createLiveChanges } from '../../live/live-changes.ts';
import { createSettledAnswers, createSettledTime } from './settled-time.ts';

afterEach(() => void vi.restoreAllMocks());

test.each([
  ['a server is read anew after half a minute', 'http://127.0.0.1:8123/x', [1, 2]],
  ['an embedded store, which has one writer, is kept', null, [1, 1]],
])('what nobody announced of settled time at %s', async (_, clickhouseUrl, expected) => {
  const config = { clickhouseUrl } as Config;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const settled = createSettledTime({ live: createLiveChanges(), now: () => 0 });
  const answers = createSettledAnswers<number>(config, () => 0, settled, 10);
  let stored = 1;
  const read = async (fromMs: number) => (fromMs === 0 ? stored : 0);
  const before = async () => (await answers.get('key', { kind: 'all' }, 900_000, read))[0];
  const first = await before();
  stored = 2;
  clock.mockReturnValue(29_000);
  expect(await before()).toBe(first);
  clock.mockReturnValue(31_000);
  expect([first, await before()]).toEqual(expected);
});
