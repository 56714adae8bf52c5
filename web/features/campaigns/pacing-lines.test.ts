import { expect, test } from 'vitest';
import { cumulated, pathOf } from './pacing-chart.tsx';

const day = (name: string, spent: number, expected: number) => ({
  day: name,
  spent,
  expected,
  views: 1,
  clicks: 0,
  burns: 0,
});

test('adds days up to the total spend and plan, even without the first days', () => {
  const days = [day('2026-11-20', 2, 3), day('2026-11-21', 1, 3)];
  const [first, last] = cumulated({ days, spent: 10, expected: 16 });
  expect(first).toMatchObject({ spentSoFar: 9, expectedSoFar: 13 });
  expect(last).toMatchObject({ spentSoFar: 10, expectedSoFar: 16 });
});

test('draws a line from the left to the right edge, with zero at the bottom', () => {
  const box = { width: 100, height: 50 };
  expect(pathOf([0, 5, 10], 10, box)).toBe('M0.0 50.0 L50.0 25.0 L100.0 0.0');
  expect(pathOf([5], 10, box)).toBe('M0 25.0 L100 25.0');
  expect(pathOf([0, 0], 0, box)).toBe('M0.0 50.0 L100.0 50.0');
});
