import { expect, test } from 'vitest';
import { type Placed, pageOf } from './explain-page.ts';

/** Number of outlets: more than a large network has. Many have the same amount, like similar outlets. */
const OUTLETS = 100_003;
const parts = Array.from({ length: OUTLETS }, (_, at): Placed => {
  const amount = BigInt((at * 7_919) % 1_000);
  return { label: { id: `outlet-${(at * 31) % OUTLETS}` }, kind: 'view', each: '3', ownerEach: '1', amount };
});

test('the pages contain every outlet of a large network once, largest first', () => {
  const seen: Placed[] = [];
  let cursor: string | undefined;
  for (let pages = 0; cursor !== undefined || pages === 0; pages += 1) {
    const { shown, next } = pageOf(parts, 'largest first', cursor, 25_000);
    seen.push(...shown);
    cursor = next ?? undefined;
    expect(cursor ?? 'x').toMatch(/^[A-Za-z0-9_-]{1,512}$/);
  }
  expect(seen.length).toBe(OUTLETS);
  expect(new Set(seen.map(({ label }) => label.id)).size).toBe(OUTLETS);
  expect(seen.every(({ amount }, at) => at === 0 || amount <= (seen[at - 1]?.amount ?? 0n))).toBe(true);
});

test('a part with the same label as view and as click is on both sides of a page boundary', () => {
  const twice = ['click', 'view'].map(
    (kind): Placed => ({ label: { id: 'a' }, kind, each: '1', ownerEach: '0', amount: 5n }),
  );
  const first = pageOf(twice, 'in time', undefined, 1);
  const second = pageOf(twice, 'in time', first.next ?? '', 1);
  expect([...first.shown, ...second.shown].map(({ kind }) => kind)).toEqual(['click', 'view']);
  expect(second.next).toBeNull();
});

test('rejects an unknown cursor', () => {
  for (const cursor of [
    'x',
    '5_7',
    Buffer.from('[1,2]').toString('base64url'),
    Buffer.from('["a","","","",""]').toString('base64url'),
  ])
    expect(() => pageOf(parts, 'in time', cursor)).toThrow('This page link has expired');
});
