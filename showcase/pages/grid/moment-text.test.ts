import { expect, test } from 'vitest';
import { momentText } from './news-widget.tsx';

test.each([
  [new Date(2026, 10, 5, 0, 7, 9), 'Nov 05, 12:07:09'],
  [new Date(2026, 0, 31, 15, 0, 0), 'Jan 31, 03:00:00'],
])('formats %s as %s', (date, text) => {
  expect(momentText(date)).toBe(text);
});
