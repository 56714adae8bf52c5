import { expect, test } from 'vitest';
import { formatUptime } from './uptime-text.ts';

test.each([
  [1, '100%'],
  [0.999_999, '99.99%'],
  [0.984_375, '98.43%'],
  [0, '0%'],
  [0.000_01, '0.00%'],
  [null, '–'],
])('shows uptime %s as %s', (uptime, text) => {
  expect(formatUptime(uptime)).toBe(text);
});
