import { expect, test } from 'vitest';
import { alertChanges, type Cause } from './alert-changes.ts';

const cause = (name: string, affected: readonly string[] = []): Cause => ({
  cause: name,
  rule: 'venue_silent',
  customerId: 'c',
  title: name,
  venueId: 'v',
  sinceMs: 1,
  path: '/app/outlets',
  affected: affected.map((id) => ({ id, name: `Outlet ${id}` })),
});

test('raises one alert per cause, updates it as it grows, and ends it when the cause is gone', () => {
  const begun = alertChanges([cause('a'), cause('a', ['1']), cause('b')], []);
  expect(begun.begun.map(({ cause: name }) => name)).toEqual(['a', 'b']);
  const standing = [
    { ...cause('a', ['1']), id: '1' },
    { ...cause('b'), id: '2' },
  ];
  const next = alertChanges([cause('a', ['1', '2'])], standing);
  expect(next.begun).toEqual([]);
  expect(next.changed).toEqual([{ ...cause('a', ['1', '2']), id: '1' }]);
  expect(next.ended.map(({ id }) => id)).toEqual(['2']);
  expect(alertChanges([cause('a', ['1']), cause('b')], standing)).toEqual({ begun: [], changed: [], ended: [] });
  const dated = { ...cause('b'), sinceMs: 2 };
  expect(alertChanges([cause('a', ['1']), dated], standing).changed).toEqual([{ ...dated, id: '2' }]);
});
