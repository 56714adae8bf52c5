// @vitest-environment jsdom
import { cleanup, render, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { RangeCalendar } from './range-calendar.tsx';

afterEach(cleanup);

type Dates = { readonly start: string; readonly end: string };

function drawn(dates: Dates, today = '2026-11-21') {
  const chosen: Dates[] = [];
  const { container } = render(<RangeCalendar dates={dates} today={today} onDates={(next) => chosen.push(next)} />);
  const day = (name: RegExp) => within(container).getByRole('button', { name });
  return { chosen, container, day, user: userEvent.setup({ document }) };
}

test('two days make a range in either order, and days after today can not be chosen', async () => {
  const { chosen, day, user } = drawn({ start: '2026-11-01', end: '2026-11-10' });
  expect(day(/November 5, 2026/).getAttribute('aria-pressed')).toBe('true');
  expect(day(/November 11, 2026/).getAttribute('aria-pressed')).toBe('false');
  expect((day(/November 22, 2026/) as HTMLButtonElement).disabled).toBe(true);
  await user.click(day(/November 20, 2026/));
  await user.click(day(/November 3, 2026/));
  expect(chosen).toEqual([{ start: '2026-11-03', end: '2026-11-20' }]);
});

test('keys move by day, week and month, never past today', async () => {
  const { chosen, container, user } = drawn({ start: '2026-10-30', end: '2026-10-31' });
  (container.querySelector('[data-day="2026-10-31"]') as HTMLElement).focus();
  const at = () => document.activeElement?.getAttribute('data-day');
  for (const [key, day] of [
    ['{ArrowRight}', '2026-11-01'],
    ['{ArrowDown}', '2026-11-08'],
    ['{Home}', '2026-11-08'],
    ['{End}', '2026-11-14'],
    ['{PageUp}', '2026-10-14'],
    ['{PageDown}', '2026-11-14'],
    ['{PageDown}', '2026-11-21'],
    ['{ArrowLeft}', '2026-11-20'],
  ] as const) {
    await user.keyboard(key);
    expect(at(), key).toBe(day);
  }
  await user.keyboard('{Enter}');
  await user.keyboard('{ArrowUp}{Enter}');
  expect(chosen).toEqual([{ start: '2026-11-13', end: '2026-11-20' }]);
});
