import { expect, test } from 'vitest';
import { staleSinceNote } from './stale-since.ts';

test('explains how many views are only counted, and since when single views are kept', () => {
  const note = staleSinceNote({ missing: 1_203, since: '2026-09-21', word: 'views' });
  expect(note).toBe(
    '1,203 older views: single ones are kept since Sep 21, 2026 (UTC) only. All figures still count them.',
  );
  expect(staleSinceNote({ missing: 3, since: null, word: 'views' })).toBeNull();
  expect(staleSinceNote({ missing: 0, since: '2026-09-21', word: 'views' })).toBeNull();
});
