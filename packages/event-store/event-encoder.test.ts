import { expect, test } from 'vitest';
import { encodeEvents } from './event-encoder.ts';
import { NO_UUID } from './events-db.ts';
import { makeStoredEvent } from './testing/make-stored-event.ts';

test('a row is one line of tab-separated columns', () => {
  const row = makeStoredEvent({
    eventId: 2n ** 64n - 1n,
    timestampMs: 1_790_000_000_007,
    fingerprint: '41'.repeat(16),
  });
  expect(encodeEvents([row]).toString('latin1')).toBe(
    '1\t1\t1790000000.007\t18446744073709551615\tview\t2026-09-21\t10\t100\t1000\t5000\t1500\t25000\t0\t0\t' +
      `${'A'.repeat(16)}\t203.0.113.0\tc1a2b3c4\tnone\t0\t0\t0\tnone\t00000000-0000-0000-0000-000000000000\n`,
  );
  const judged = {
    ...row,
    invalid: 'over_budget',
    withheldMicros: 5_000,
    withheldOwnerMicros: 1_500,
    signed: true,
  } as const;
  expect(encodeEvents([judged]).toString('latin1').endsWith(`\tover_budget\t5000\t1500\t1\tnone\t${NO_UUID}\n`)).toBe(
    true,
  );
  const reading = {
    ...row,
    kind: 'reading',
    energyMilliWh: -10_000,
    readingOf: 'burn',
    sentId: '0193f0a2-7c1e-7b0a-9d53-0c7a51d0e8aa',
  } as const;
  const cells = encodeEvents([reading]).toString('latin1').trimEnd().split('\t');
  expect([cells[4], cells[11], ...cells.slice(-2)]).toEqual(['reading', '-10000', 'burn', reading.sentId]);
});

test('escapes bytes and characters that would end a column or a line', () => {
  const row = makeStoredEvent({ fingerprint: `090a0d5c${'00'.repeat(12)}`, cryptic: 'a\tb\nc\\d\re\0f' });
  const [line, rest] = encodeEvents([row]).toString('latin1').split('\n');
  expect(line?.split('\t').slice(-9, -6)).toEqual([
    `\\t\\n\\r\\\\${'\0'.repeat(12)}`,
    '203.0.113.0',
    'a\\tb\\nc\\\\d\\re\\0f',
  ]);
  expect(rest).toBe('');
});

test('fits long text of any script', () => {
  const cryptic = '😀é\t'.repeat(2_000);
  expect(encodeEvents([makeStoredEvent({ cryptic })]).toString('utf8')).toContain(cryptic.replaceAll('\t', '\\t'));
});

test('fits the longest numbers, and text whose every character is escaped', () => {
  const most = 2 ** 32 - 1;
  const row = makeStoredEvent({
    customerKey: most,
    outletKey: most,
    advertiserKey: most,
    campaignKey: most,
    flightKey: most,
    eventId: 2n ** 64n - 1n,
    viewId: 2n ** 64n - 1n,
    amountMicros: -Number.MAX_SAFE_INTEGER,
    ownerMicros: -Number.MAX_SAFE_INTEGER,
    energyMilliWh: most,
    fingerprint: '09'.repeat(16),
    ip: '2001:db8:ffff:ffff:ffff:ffff:255.255.255.255',
    cryptic: '\t'.repeat(500),
    invalid: 'fingerprint_pattern',
    withheldMicros: -Number.MAX_SAFE_INTEGER,
    withheldOwnerMicros: -Number.MAX_SAFE_INTEGER,
  });
  const rows = encodeEvents(Array.from({ length: 50 }, () => row))
    .toString('utf8')
    .split('\n');
  expect(new Set(rows.slice(0, 50)).size).toBe(1);
  expect(rows[0]).toContain(`${'\\t'.repeat(500)}\tfingerprint_pattern\t-`);
  expect(rows[50]).toBe('');
});

test('rejects a fingerprint that is not 32 hex digits', () => {
  expect(() => encodeEvents([makeStoredEvent({ fingerprint: 'xyz' })])).toThrow(RangeError);
});
