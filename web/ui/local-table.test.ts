import { expect, test } from 'vitest';
import type { Column } from './data-table.tsx';
import { arrange, csvOf } from './local-table.tsx';

type Row = { readonly name: string; readonly amount: number | null; readonly note: string };
const ROWS: readonly Row[] = [
  { name: 'Pier 10', amount: 2.5, note: 'late' },
  { name: 'Pier 9', amount: null, note: '=1+1' },
  { name: 'Arena', amount: -10, note: 'says "hi", twice' },
];
const COLUMNS: readonly Column<Row>[] = [
  { name: 'name', head: 'Name', isHeading: true, cell: ({ name }) => name },
  { name: 'amount', head: 'Amount', value: ({ amount }) => amount, cell: ({ amount }) => `$${amount}` },
  { name: 'note', head: 'Note', cell: ({ note }) => note },
];
const names = (question: Parameters<typeof arrange>[2]) => arrange(ROWS, COLUMNS, question).map(({ name }) => name);

test('sorts numbers by value and names by their numbers, and puts missing values last in both directions', () => {
  expect(names({})).toEqual(['Pier 10', 'Pier 9', 'Arena']);
  expect(names({ sort: 'amount' })).toEqual(['Arena', 'Pier 10', 'Pier 9']);
  expect(names({ sort: '-amount' })).toEqual(['Pier 10', 'Arena', 'Pier 9']);
  expect(names({ sort: 'name' })).toEqual(['Arena', 'Pier 9', 'Pier 10']);
  expect(names({ sort: '-name' })).toEqual(['Pier 10', 'Pier 9', 'Arena']);
  expect(names({ sort: 'unknown' })).toEqual(names({}));
});

test('finds rows by any column, in any case', () => {
  expect(names({ q: 'PIER' })).toEqual(['Pier 10', 'Pier 9']);
  expect(names({ q: 'twice' })).toEqual(['Arena']);
  expect(names({ q: 'nothing' })).toEqual([]);
});

test('exports raw values in a file that a spreadsheet opens safely', () => {
  expect(csvOf(COLUMNS, ROWS)).toBe(
    ['Name,Amount,Note', 'Pier 10,2.5,late', "Pier 9,,'=1+1", 'Arena,-10,"says ""hi"", twice"', ''].join('\r\n'),
  );
});
