import { addDays, isoDateOf } from './calendar-date.ts';
import { DAY_MS } from './durations.ts';

/** Bank calendars: `target` (Eurosystem, T2), `fed` (Federal Reserve), or `weekdays` if the holidays are unknown. */
export type BankCalendar = 'target' | 'fed' | 'weekdays';

/** Returns the calendar by which payments in a currency (ISO 4217) are executed. */
export const calendarOf = (currency: string): BankCalendar =>
  currency === 'EUR' ? 'target' : currency === 'USD' ? 'fed' : 'weekdays';

/** Whether banks execute payments on a day (`YYYY-MM-DD`). */
export function isBankDay(calendar: BankCalendar, day: string): boolean {
  const weekday = weekdayOf(day);
  return weekday !== SUNDAY && weekday !== SATURDAY && !HOLIDAYS[calendar](day);
}

/** Returns the first bank day after a day. */
export function nextBankDay(calendar: BankCalendar, day: string): string {
  let next = addDays(day, 1);
  while (!isBankDay(calendar, next)) next = addDays(next, 1);
  return next;
}

const [SUNDAY, MONDAY, THURSDAY, SATURDAY] = [0, 1, 4, 6] as const;
const weekdayOf = (day: string): number => new Date(day).getUTCDay();

const HOLIDAYS: Readonly<Record<BankCalendar, (day: string) => boolean>> = {
  /** Whether a day is one of the six closing days of TARGET (ECB decision ECB/2000/10). */
  target(day) {
    const easter = easterSunday(Number(day.slice(0, 4)));
    const fixed = ['01-01', '05-01', '12-25', '12-26'].includes(day.slice(5));
    return fixed || day === addDays(easter, -2) || day === addDays(easter, 1);
  },
  /**
   * Holidays observed by the Federal Reserve Banks. A holiday on Sunday moves to Monday. A holiday on Saturday is not
   * observed.
   */
  fed(day) {
    if (weekdayOf(day) === MONDAY && FIXED_US_HOLIDAYS.includes(addDays(day, -1).slice(5))) return true;
    return FIXED_US_HOLIDAYS.includes(day.slice(5)) || isMovingUsHoliday(day);
  },
  weekdays: () => false,
};

/** New Year's Day, Juneteenth, Independence Day, Veterans Day, Christmas. */
const FIXED_US_HOLIDAYS = ['01-01', '06-19', '07-04', '11-11', '12-25'];

function isMovingUsHoliday(day: string): boolean {
  const [month, date, weekday] = [Number(day.slice(5, 7)), Number(day.slice(8)), weekdayOf(day)];
  const week = Math.ceil(date / 7);
  // Thanksgiving is the fourth Thursday in November.
  if (weekday === THURSDAY) return month === 11 && week === 4;
  if (weekday !== MONDAY) return false;
  // Memorial Day is the last Monday in May.
  if (month === 5) return date > 24;
  // Martin Luther King, Presidents' Day, Labor Day, Columbus Day.
  return (
    [
      [1, 3],
      [2, 3],
      [9, 1],
      [10, 2],
    ] as const
  ).some(([of, which]) => of === month && which === week);
}

/** Returns Easter Sunday of a year in the Gregorian calendar (Meeus, Jones and Butcher). */
function easterSunday(year: number): string {
  const [golden, century, rest] = [year % 19, Math.floor(year / 100), year % 100];
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  return isoDateOf(Date.UTC(year, 2, 22) + (epact + toSunday - 7 * late) * DAY_MS);
}
