import { IconClock } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { isCalendarDate } from '#domain/calendar-date.ts';
import type { Perspective } from '#domain/role.ts';
import { readerTimeZone } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import type { DashboardSearch } from './dashboard-search.ts';
import { rangeFilterStrings as strings } from './dashboard-strings.ts';
import { type CalendarRange, RANGE_PRESETS } from './date-range.ts';
import { contractClockInWords, type ShownPeriod, zoneInWords } from './period-words.ts';
import classes from './range-filter.module.css';

type RangeFilterProps = {
  search: DashboardSearch;
  /** The days in the newest response, and whether that response belongs to an earlier range. */
  period: ShownPeriod | undefined;
  isKept: boolean;
  perspective: Perspective;
  onPreset: (preset: (typeof RANGE_PRESETS)[number]['value']) => void;
  onDates: (dates: CalendarRange) => void;
  /** Undefined switches back to the contract's days. */
  onZone: (zone: string | undefined) => void;
  /** Undefined switches back to the figures as known now. */
  onKnown: (day: string | undefined) => void;
};

function problemOf({ start, end }: CalendarRange): string | null {
  if (!isCalendarDate(start) || !isCalendarDate(end)) return strings.datesMissing;
  return start > end ? strings.datesReversed : null;
}

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
      <fieldset className={classes.presets} aria-label={strings.presets}>
        {RANGE_PRESETS.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className={classes.preset}
            aria-pressed={chosen === value}
            onClick={() => onPreset(value)}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <DatesForm key={`${dates.start} ${dates.end}`} dates={dates} today={period?.today} onDates={onDates} />
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

type DatesFormProps = { dates: CalendarRange; today: string | undefined; onDates: (dates: CalendarRange) => void };

function DatesForm({ dates, today, onDates }: DatesFormProps) {
  const [draft, setDraft] = useState<CalendarRange>(dates);
  const [problem, setProblem] = useState<string | null>(null);
  const change = (part: Partial<CalendarRange>) => {
    setDraft({ ...draft, ...part });
    setProblem(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemOf(draft);
    setProblem(found);
    if (!found) onDates(draft);
  };
  return (
    <form className={classes.dates} onSubmit={submit} noValidate>
      {(['start', 'end'] as const).map((edge) => (
        <label key={edge} className={classes.date}>
          <span>{edge === 'start' ? strings.start : strings.end}</span>
          <input
            type="date"
            value={draft[edge]}
            max={today}
            aria-invalid={problem !== null}
            onChange={(event) => change({ [edge]: event.currentTarget.value })}
          />
        </label>
      ))}
      <PlainButton type="submit" isQuiet isSmall>
        {strings.go}
      </PlainButton>
      {problem ? (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      ) : null}
    </form>
  );
}
