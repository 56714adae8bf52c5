import { ClickHouseError } from '@clickhouse/client';
import { expect, test } from 'vitest';
import { asEventsError, damagedPart, engineErrorCode } from './chdb-errors.ts';

const embedded = (code: number) => new Error(`Code: ${code}. DB::Exception: words. (NAME)`);
const onServer = (code: number) => new ClickHouseError({ message: 'words', code: String(code), type: 'NAME' });

test("finds the code in errors of the embedded engine and of a server's client", () => {
  for (const make of [embedded, onServer]) expect(engineErrorCode(make(279))).toBe(279);
  expect(engineErrorCode(new Error('outer', { cause: embedded(27) }))).toBe(27);
  expect(engineErrorCode(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))).toBeNull();
});

test.each([27, 38, 41, 117, 131, 469, 676, 691])(
  '%i concerns the row, so the engine would reject the same row again',
  (code) => {
    for (const make of [embedded, onServer]) expect(asEventsError(make(code)).retryable).toBe(false);
  },
);

// Codes for a missing shard, a network failure, a table of another version, a quorum, read-only, memory, and unknown
// faults.
test.each([279, 210, 209, 32, 3, 60, 16, 285, 286, 319, 242, 241, 243, 252, 164, 1000, 9999])(
  '%i says nothing about the row, so a retry stores it',
  (code) => {
    for (const make of [embedded, onServer]) expect(asEventsError(make(code)).retryable).toBe(true);
  },
);

test('retries errors without a code, and recognizes a full disk by its message', () => {
  expect(asEventsError(new Error('who knows'))).toMatchObject({ retryable: true });
  const full = { message: 'The disk of the events store is full.', retryable: true };
  expect(asEventsError(new Error('No space left on device'))).toMatchObject(full);
  expect(asEventsError(onServer(243))).toMatchObject(full);
});

test('names an unreadable part from any engine, and names none for other errors', () => {
  const words = 'DB::Exception: Checksum (while reading from part /data/store/11e/11e6a809/20261102_2_2_1_7/)';
  const told = new ClickHouseError({ message: words, code: '40', type: 'CHECKSUM_DOESNT_MATCH' });
  for (const error of [new Error(`Code: 40. ${words}`), told, asEventsError(told)])
    expect(damagedPart(error)).toBe('20261102_2_2_1_7');
  expect(damagedPart(embedded(246))).toBe('');
  for (const error of [embedded(241), new Error(words), 'words']) expect(damagedPart(error)).toBeNull();
});
