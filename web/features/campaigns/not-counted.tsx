import { Link } from '@tanstack/react-router';
import type { InvalidOfReason } from '#contract/traffic.ts';
import { counted } from '#domain/counted.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import { formatCount } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useIsAdministrator } from './campaign-links.tsx';
import classes from './campaigns.module.css';
import { notCountedStrings as strings } from './campaigns-strings.ts';

/** The counts that are split into valid and invalid. */
export type CountedKind = 'views' | 'clicks' | 'burns';

type NotCountedProps = {
  kind: CountedKind;
  invalid: readonly InvalidOfReason[];
  /** Codes of the flights with this count. */
  flights: readonly string[];
};

/**
 * Maximum number of flight codes in the link, because more would make the URL too long. With more flights, the link
 * shows all flights side by side.
 */
const MOST_CODES = 8;

/**
 * The number of invalid events, with the reasons on hover and a link to the traffic page. Renders nothing if all events
 * are valid.
 */
export function NotCounted({ kind, invalid, flights }: NotCountedProps) {
  const isAdmin = useIsAdministrator();
  const reasons = invalid.filter((one) => one[kind] > 0);
  if (reasons.length === 0) return null;
  const count = reasons.reduce((sum, one) => sum + one[kind], 0);
  const why = reasons.map((one) =>
    interpolate(strings.reasonCount, { reason: REASON_WORDS[one.reason], count: formatCount(one[kind]) }),
  );
  const isFew = flights.length <= MOST_CODES;
  return (
    <Link
      className={classes.notCounted}
      to={isAdmin ? '/admin/traffic' : '/app/traffic'}
      search={{ range: 'all', ...(isFew ? { flight: flights.join(',') } : { by: 'flight' }) }}
      title={why.join('\n')}
      aria-label={interpolate(strings.invalidLabel, { events: counted(count, strings[kind]), why: why.join(', ') })}
    >
      {interpolate(strings.invalidCount, { count: formatCount(count) })}
    </Link>
  );
}
