import { expect, test } from 'vitest';
import { NOUNS } from '#domain/counted.ts';
import { staleSinceNote } from './stale-since.ts';

test('explains how many views are only counted, and since when single views are kept', () => {
  const note = staleSinceNote({ missing: 1_203, since: '2026-09-21', noun: NOUNS.view });
  expect(note).toBe(
    'Individual views before Sep 21, 2026 (UTC) are no longer listed. Figures still include 1,203 views.',
  );
  expect(staleSinceNote({ missing: 3, since: null, noun: NOUNS.view })).toBeNull();
  expect(staleSinceNote({ missing: 0, since: '2026-09-21', noun: NOUNS.view })).toBeNull();
});
