import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { isCalendarDate } from '#domain/calendar-date.ts';
import type { Perspective } from '#domain/role.ts';
import { readerTimeZone } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { RANGES } from '../../lib/range-presets.ts';
import { DateRange } from '../../ui/date-range.tsx';
import type { DashboardSearch } from './dashboard-search.ts';
import { rangeFilterStrings as strings } from './dashboard-strings.ts';
import type { CalendarRange } from './date-range.ts';
import { contractClockInWords, type ShownPeriod, zoneInWords } from './period-words.ts';
import classes from './range-filter.module.css';

type RangeFilterProps = {
  search: DashboardSearch;
  /** The days in the newest response, and whether that response belongs to an earlier range. */
  period: ShownPeriod | undefined;
  isKept: boolean;
  perspective: Perspective;
  onPreset: (preset: (typeof RANGES)[number]['value']) => void;
  onDates: (dates: CalendarRange) => void;
  /** Undefined switches back to the contract's days. */
  onZone: (zone: string | undefined) => void;
  /** Undefined switches back to the figures as known now. */
  onKnown: (day: string | undefined) => void;
};

/**
 * The date range for everything on the page: presets, or start, end and Go (docs/decisions.md#screens), and the time
 * zone of its days.
 */
export function RangeFilter({ search, period, isKept, ...rest }: RangeFilterProps) {
  const { perspective, onPreset, onDates, onZone, onKnown } = rest;
  const { start, end, tz } = search;
  const chosen = start === undefined ? (search.range ?? 'all') : null;
  const answered = isKept ? undefined : period;
  const dates = { start: start ?? answered?.from ?? '', end: end ?? answered?.to ?? '' };
  return (
    <section className={classes.filter} aria-label={strings.dateRange}>
      <DateRange
        presets={RANGES}
        chosen={chosen}
        dates={dates}
        today={period?.today}
        onPreset={onPreset}
        onDates={onDates}
      />
      {chosen === 'all' || chosen === 'today' ? null : (
        <KnownChoice day={search.known_on} today={period?.today} onKnown={onKnown} />
      )}
      <ZoneChoice tz={tz} period={period} perspective={perspective} onZone={onZone} />
    </section>
  );
}

type ZoneChoiceProps = Pick<RangeFilterProps, 'period' | 'perspective' | 'onZone'> & { tz: string | undefined };

/** Shows the time zone of the days. The user can choose another time zone, which is then highlighted. */
function ZoneChoice({ tz, period, perspective, onZone }: ZoneChoiceProps) {
  const [known, setKnown] = useState<ShownPeriod>();
  const told = period?.days_of === 'tz' ? undefined : period;
  // Keep the contract's time zone while the next response loads, and while the user looks at days in another time zone.
  if (told !== undefined && (told.time_zone !== known?.time_zone || told.days_of !== known.days_of)) setKnown(told);
  const ofContract = told ?? known;
  const own = readerTimeZone();
  const others = [...new Set([own, 'UTC', ...(tz === undefined ? [] : [tz])])].filter(
    (zone) => zone === tz || zone !== (ofContract?.days_of === 'venues' ? '' : ofContract?.time_zone),
  );
  return (
    <div className={classes.clock} data-chosen={tz !== undefined || undefined}>
      <label className={classes.zone}>
        <IconClock size={16} stroke={1.75} aria-hidden="true" />
        <span>{strings.timeZone}</span>
        <select value={tz ?? ''} onChange={({ currentTarget: { value } }) => onZone(value === '' ? undefined : value)}>
          <option value="">{contractClockInWords(ofContract, perspective)}</option>
          {others.map((zone) => (
            <option key={zone} value={zone}>
              {zone === own ? interpolate(strings.ownTimeZone, { timeZone: zoneInWords(zone) }) : zoneInWords(zone)}
            </option>
          ))}
        </select>
      </label>
      {tz === undefined ? null : (
        <p className={classes.note}>
          {strings.timeZoneNote}{' '}
          <button type="button" className={classes.back} onClick={() => onZone(undefined)}>
            {strings.useContractTimeZone}
          </button>
        </p>
      )}
    </div>
  );
}

type KnownChoiceProps = {
  day: string | undefined;
  today: string | undefined;
  onKnown: (day: string | undefined) => void;
};

/** Shows a past range as known on a given day, like documents of that day: events that arrived later are excluded. */
function KnownChoice({ day, today, onKnown }: KnownChoiceProps) {
  return (
    <div className={classes.clock} data-chosen={day !== undefined || undefined}>
      <label className={classes.date}>
        <span>{strings.asKnownOn}</span>
        <input
          type="date"
          value={day ?? ''}
          max={today}
          onChange={({ currentTarget: { value } }) => {
            if (value === '' || (isCalendarDate(value) && (today === undefined || value <= today)))
              onKnown(value === '' ? undefined : value);
          }}
        />
      </label>
      {day === undefined ? null : (
        <p className={classes.note}>
          {strings.knownOnNote}{' '}
          <button type="button" className={classes.back} onClick={() => onKnown(undefined)}>
            {strings.showCurrent}
          </button>
        </p>
      )}
    </div>
  );
}
