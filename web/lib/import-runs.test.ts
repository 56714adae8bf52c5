import { expect, test } from 'vitest';
import type { ImportRun } from '#contract/imports.ts';
import { hasEnded } from './import-runs.ts';

const run = (id: string, status: ImportRun['status']): ImportRun => ({
  id,
  status,
  file_name: 'users.csv',
  actor: 'ada@x.example',
  lines_done: 0,
  lines_total: 9,
  result: null,
  failure: null,
  started_at: '2026-11-22T10:00:00Z',
  ended_at: ['checking', 'waiting', 'storing'].includes(status) ? null : '2026-11-22T10:01:00Z',
});

test.each<[string, ImportRun[] | undefined, ImportRun[], boolean]>([
  ['nothing is known before the first look', undefined, [run('a', 'done')], false],
  ['one goes on', [run('a', 'checking')], [run('a', 'storing')], false],
  ['one is done', [run('a', 'storing')], [run('a', 'done')], true],
  ['one failed half-way', [run('a', 'storing')], [run('a', 'failed')], true],
  ['one began and ended between two looks', [run('a', 'done')], [run('b', 'done'), run('a', 'done')], true],
  ['all had ended before', [run('a', 'done'), run('b', 'refused')], [run('a', 'done')], false],
])('%s', (_, before, now, expected) => {
  expect(hasEnded(before, now)).toBe(expected);
});
