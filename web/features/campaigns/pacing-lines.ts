import type { FlightPacing } from '#contract/flights.ts';

export type PacedDay = FlightPacing['days'][number] & { readonly spentSoFar: number; readonly expectedSoFar: number };

/**
 * Adds to each day the spend and plan from the start to the end of that day. The response for a long flight has only
 * its last days, so the sum of the days before them is the difference to the total.
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

/** The path of a line through the values over the whole width. A single value becomes a level line. */
export function pathOf(values: readonly number[], most: number, { width, height }: Box): string {
  const y = (value: number) => (most <= 0 ? height : height - (value / most) * height).toFixed(1);
  if (values.length === 1) return `M0 ${y(values[0] ?? 0)} L${width} ${y(values[0] ?? 0)}`;
  return values
    .map((value, at) => `${at === 0 ? 'M' : 'L'}${((at / (values.length - 1)) * width).toFixed(1)} ${y(value)}`)
    .join(' ');
}
