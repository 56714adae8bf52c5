import { describe, expect, test } from 'vitest';
import { isClosedAt, readOpeningHours } from './opening-hours.ts';

const closed = (text: string, date: string, time: string) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return isClosedAt(readOpeningHours(text) ?? [], { date, minute: hour * 60 + minute });
};

describe('opening hours', () => {
  test('parses opening hours as people write them', () => {
    expect(readOpeningHours('')).toEqual([]);
    expect(readOpeningHours('24/7')).toEqual([]);
    expect(readOpeningHours('Mo 08:00-10:00')).toEqual([{ from: 480, to: 600 }]);
    expect(readOpeningHours('tu,SA 9:30-12:00, 13:00-24:00')).toHaveLength(4);
    expect(readOpeningHours('Sa-Mo 20:00-02:00')).toHaveLength(3);
    for (const text of [
      'always',
      'Mo',
      '08:00-10:00',
      'Mo 8-10',
      'Mo 25:00-26:00',
      'Xx 08:00-10:00',
      'Mo 08:00-10:00;',
    ])
      expect(readOpeningHours(text), text).toBeNull();
  });

  test('reports closed times with an hour of margin on either side, and night hours past midnight', () => {
    const hours = 'Mo-Fr 08:00-22:00; Sa 20:00-02:00';
    // 2026-11-23 is a Monday.
    expect(closed(hours, '2026-11-23', '03:00')).toBe(true);
    expect([closed(hours, '2026-11-23', '06:59'), closed(hours, '2026-11-23', '07:00')]).toEqual([true, false]);
    expect([closed(hours, '2026-11-23', '22:59'), closed(hours, '2026-11-23', '23:00')]).toEqual([false, true]);
    expect([closed(hours, '2026-11-29', '01:30'), closed(hours, '2026-11-29', '02:59')]).toEqual([false, false]);
    expect(closed(hours, '2026-11-29', '03:00')).toBe(true);
    expect(closed('Su 20:00-02:00', '2026-11-23', '02:30')).toBe(false);
    expect(closed('', '2026-11-23', '03:00')).toBe(false);
  });
});
