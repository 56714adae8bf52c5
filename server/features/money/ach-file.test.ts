import { expect, test } from 'vitest';
import { type AchEntry, achFile } from './bank-file.ts';

const ENTRY: AchEntry = {
  routing: '011000015',
  account: '0000123456',
  accountKind: 'checking',
  holder: 'Müller & Sons Coffee Roasters',
  holderKind: 'company',
  cents: 3_005,
  id: '01900000000070008000000000000001',
  words: 'Payout run 7 S-000012',
};
const ORDER = {
  routing: '021000021',
  companyId: '1123456789',
  company: 'Voltboard',
  madeOn: '2026-11-28',
  madeAt: '21:05',
  day: '2026-11-30',
  file: 2,
  reference: 'RUN 7',
  entries: [
    ENTRY,
    {
      ...ENTRY,
      holderKind: 'person' as const,
      accountKind: 'savings' as const,
      routing: '322271627',
      cents: 9_999_999_999,
    },
    { ...ENTRY, cents: 1 },
  ],
};
const linesOf = (file: string): string[] => file.split('\r\n').slice(0, -1);

test('an ACH file has records of 94 characters in blocks of ten, for any number of payments', () => {
  for (const count of [1, 2, 3, 4, 5, 17, 98]) {
    const lines = linesOf(achFile({ ...ORDER, entries: Array.from({ length: count }, () => ENTRY) }));
    expect(lines.map(({ length }) => length)).toEqual(lines.map(() => 94));
    expect(lines.length % 10).toBe(0);
    const control = lines.find((line) => line.startsWith('9') && !/^9+$/.test(line)) ?? '';
    expect(Number(control.slice(7, 13))).toBe(lines.length / 10);
    expect(Number(control.slice(13, 21))).toBe(2 * count);
    expect(lines.join('')).toMatch(/^[\x20-\x7e]+$/);
  }
});

test('each field is at its position in the rules of Nacha', () => {
  const [header = '', ccd = '', first = '', addenda = '', , , end = '', ppd = '', saving = ''] = linesOf(
    achFile(ORDER),
  );
  expect(header.slice(0, 40)).toBe('101 02100002111234567892611282105B094101');
  expect(header.slice(63)).toBe(`${'VOLTBOARD'.padEnd(23)}RUN 7   `);
  expect(ccd.slice(0, 20)).toBe('5220VOLTBOARD       ');
  expect(ccd.slice(40)).toBe('1123456789CCDPAYOUT          261130   1021000020000001');
  expect(first.slice(0, 39)).toBe('622011000015' + '0000123456       ' + '0000003005');
  expect(first.slice(54)).toBe('MULLER + SONS COFFEE R  1021000020000001');
  expect(addenda).toBe(`705${'PAYOUT RUN 7 S-000012'.padEnd(80)}00010000001`);
  // The entry hash is twice 01100001, and the credits are 3,006 cents.
  expect(end.slice(0, 54)).toBe('8220000004' + '0002200002' + '000000000000' + '000000003006' + '1123456789');
  expect(end.slice(79)).toBe('021000020000001');
  expect(ppd.slice(40, 53)).toBe('1123456789PPD');
  expect(saving.slice(0, 12)).toBe('632322271627');
  const control = linesOf(achFile(ORDER)).find((line) => line.startsWith('9000002')) ?? '';
  expect(control.slice(0, 55)).toBe(
    '9' + '000002' + '000002' + '00000006' + '0034427164' + '000000000000' + '010000003005',
  );
});

test('an entry hash with more than ten digits keeps its last ten', () => {
  const entries = Array.from({ length: 400 }, () => ({ ...ENTRY, routing: '322271627' }));
  const control = linesOf(achFile({ ...ORDER, entries })).find((line) => line.startsWith('9000001')) ?? '';
  expect(control.slice(21, 31)).toBe(String((32_227_162 * 400) % 1e10).padStart(10, '0'));
});
