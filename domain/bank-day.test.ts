import { expect, test } from 'vitest';
import { type BankCalendar, calendarOf, isBankDay, nextBankDay } from './bank-day.ts';
import { addDays } from './calendar-date.ts';

const closedIn = (calendar: BankCalendar, year: number): string[] => {
  const days: string[] = [];
  for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = addDays(day, 1))
    if (![0, 6].includes(new Date(day).getUTCDay()) && !isBankDay(calendar, day)) days.push(day);
  return days;
};

test('TARGET is closed on the days that the ECB publishes', () => {
  expect(closedIn('target', 2026)).toEqual(['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01', '2026-12-25']);
  expect(closedIn('target', 2024)).toEqual([
    ...['2024-01-01', '2024-03-29', '2024-04-01', '2024-05-01', '2024-12-25', '2024-12-26'],
  ]);
  expect(closedIn('target', 2038)).toContain('2038-04-23');
});

test('the Federal Reserve is closed on the days that it publishes', () => {
  expect(closedIn('fed', 2026)).toEqual([
    ...['2026-01-01', '2026-01-19', '2026-02-16', '2026-05-25', '2026-06-19', '2026-09-07', '2026-10-12'],
    ...['2026-11-11', '2026-11-26', '2026-12-25'],
  ]);
  // Independence Day of 2027 is a Sunday and observed on Monday. Juneteenth is a Saturday and not observed.
  expect(closedIn('fed', 2027)).toContain('2027-07-05');
  expect(closedIn('fed', 2027)).not.toContain('2027-06-18');
});

test('payments wait over weekends and holidays', () => {
  expect(nextBankDay('target', '2026-04-02')).toBe('2026-04-07');
  expect(nextBankDay('target', '2026-12-24')).toBe('2026-12-28');
  expect(nextBankDay('fed', '2026-11-25')).toBe('2026-11-27');
  expect(nextBankDay('weekdays', '2026-12-24')).toBe('2026-12-25');
  expect(['EUR', 'USD', 'CHF'].map(calendarOf)).toEqual(['target', 'fed', 'weekdays']);
});
