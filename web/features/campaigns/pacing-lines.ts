import type { FlightPacing } from '#contract/flights.ts';

export type PacedDay = FlightPacing['days'][number] & { readonly spentSoFar: number; readonly expectedSoFar: number };

/**
 * Days with what was spent and planned from the start to their end. Of a long flight the answer has the last days only:
 * what lies before them is the difference to the whole.
 */
export function cumulated({ days, spent, expected }: Pick<FlightPacing, 'days' | 'spent' | 'expected'>): PacedDay[] {
  const sum = (of: (day: FlightPacing['days'][number]) => number) => days.reduce((all, day) => all + of(day), 0);
  let spentSoFar = Math.max(0, spent - sum((day) => day.spent));
  let expectedSoFar = Math.max(0, expected - sum((day) => day.expected));
  return days.map((day) => {
    spentSoFar += day.spent;
    expectedSoFar += day.expected;
    return { ...day, spentSoFar, expectedSoFar };
  });
}

type Box = { readonly width: number; readonly height: number };

/** A line through values from left to right over the whole width; one value alone is a level line. */
export function pathOf(values: readonly number[], most: number, { width, height }: Box): string {
  const y = (value: number) => (most <= 0 ? height : height - (value / most) * height).toFixed(1);
  if (values.length === 1) return `M0 ${y(values[0] ?? 0)} L${width} ${y(values[0] ?? 0)}`;
  return values
    .map((value, at) => `${at === 0 ? 'M' : 'L'}${((at / (values.length - 1)) * width).toFixed(1)} ${y(value)}`)
    .join(' ');
}
