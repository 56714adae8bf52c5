import type { ExplainedBy, ExplainedEvent, ExplainedPart, Explanation } from '#contract/explain.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import { formatCount, formatCounted, formatDateTime } from '../lib/formatters.ts';
import { useCurrentUser } from '../lib/session.ts';
import classes from './explain.module.css';
import {
  amountInWords,
  countInWords,
  daysInWords,
  kindInWords,
  labelInWords,
  movedInWords,
  paidInWords,
  rateInWords,
  termsInWords,
} from './explain-words.ts';

type ExplainPartsProps = {
  readonly explanation: Explanation;
  /** Returns the action that opens the part with this name; null if it does not open further. */
  readonly openingOf: (part: ExplainedPart, name: string) => (() => void) | null;
};

/** The parts, or the events, and the rest: together they add up to the number. */
export function ExplainParts({ explanation, openingOf }: ExplainPartsProps) {
  const { by, days, events, left_out: rest, parts, unchanged, unit } = explanation;
  if (parts.length + events.length === 0 && rest === null && unchanged === undefined)
    return <p>Nothing happened, so it is nothing.</p>;
  return (
    <ul className={classes.parts} aria-label="Parts">
      {parts.map((part) => (
        <PartLine
          key={JSON.stringify([part.id, part.kind, part.each, part.owner, part.paid])}
          part={part}
          by={by}
          days={days}
          unit={unit}
          openingOf={openingOf}
        />
      ))}
      {events.map((event) => (
        <EventLine key={event.id} event={event} unit={unit} />
      ))}
      {rest === null ? null : <SumLine words={restInWords(by, rest.parts)} amount={amountInWords(rest.amount, unit)} />}
      {unchanged === undefined ? null : (
        <SumLine words={sameInWords(unchanged.parts)} amount={amountInWords(unchanged.amount, unit)} />
      )}
    </ul>
  );
}

const SumLine = ({ words, amount }: { words: string; amount: string }) => (
  <li className={classes.part}>
    <span className={classes.line}>
      <span>{words}</span>
      <span className={classes.amount}>{amount}</span>
    </span>
  </li>
);

const sameInWords = (events: number): string =>
  formatCounted(events, 'event that comes to the same', 'events that come to the same');

const OTHERS: Partial<Readonly<Record<ExplainedBy, string>>> = {
  event: 'other events',
  line: 'other lines',
  entry: 'other entries',
};

function restInWords(by: ExplainedBy, parts: number): string {
  if (parts === 0) return by === 'document' ? 'Paid ahead' : 'Events removed';
  return `${formatCount(parts)} ${OTHERS[by] ?? 'other parts'}`;
}

type PartLineProps = {
  readonly part: ExplainedPart;
  readonly by: ExplainedBy;
  readonly days: number | undefined;
  readonly unit: Explanation['unit'];
  readonly openingOf: ExplainPartsProps['openingOf'];
};

function PartLine({ part, by, days, unit, openingOf }: PartLineProps) {
  const role = useCurrentUser()?.role;
  const name = labelInWords(by, part, role);
  const { network, owner, paid, estimated_views: estimated = 0 } = part;
  const count = countInWords(by, part, role);
  const open = openingOf(part, name);
  const more = [rateInWords(part, unit), ...movedInWords(part)].filter((words) => words !== null);
  return (
    <li className={classes.part}>
      <span className={classes.line}>
        {open === null ? (
          <span>{name}</span>
        ) : (
          <button type="button" className={classes.narrow} onClick={open}>
            {name}
          </button>
        )}
        <span className={classes.amount}>{amountInWords(part.amount, unit)}</span>
      </span>
      {count === null ? null : <p className={classes.terms}>{count}</p>}
      {part.of_days === undefined || days === undefined ? null : (
        <p className={classes.terms}>{`${amountInWords(part.of_days, unit)} in ${daysInWords(days)}`}</p>
      )}
      {owner === undefined || network === undefined ? null : (
        <p
          className={classes.terms}
        >{`Owner ${amountInWords(owner, unit)} + network ${amountInWords(network, unit)}`}</p>
      )}
      {paid === undefined ? null : <p className={classes.terms}>{paidInWords(paid, unit)}</p>}
      {[...more, ...termsInWords(part)].map((words) => (
        <p key={words} className={classes.terms}>
          {words}
        </p>
      ))}
      {estimated === 0 ? null : <p className={classes.terms}>{`${formatCount(estimated)} of them estimated`}</p>}
    </li>
  );
}

function EventLine({ event, unit }: { event: ExplainedEvent; unit: Explanation['unit'] }) {
  const role = useCurrentUser()?.role;
  const what = [kindInWords(event.kind, role), event.outlet, event.eui, event.advertiser, event.flight]
    .filter((text) => text !== undefined && text !== '')
    .join(' · ');
  return (
    <li className={classes.part}>
      <span className={classes.line}>
        <span>{formatDateTime(event.timestamp)}</span>
        <span className={classes.amount}>{amountInWords(event.amount, unit)}</span>
      </span>
      <p className={classes.terms}>{what}</p>
      {event.before === undefined ? null : (
        <p className={classes.terms}>{`It came to ${amountInWords(event.before, unit)}`}</p>
      )}
      {event.owner === undefined || event.network === undefined ? null : (
        <p className={classes.terms}>
          {`Owner ${amountInWords(event.owner, unit)} + network ${amountInWords(event.network, unit)}`}
        </p>
      )}
      {event.paid === undefined ? null : <p className={classes.terms}>{paidInWords(event.paid, unit)}</p>}
      {event.reason === undefined ? null : (
        <p className={classes.terms}>{`Does not count: ${REASON_WORDS[event.reason]}`}</p>
      )}
      {event.sent_id === undefined ? null : <p className={classes.terms}>{event.sent_id}</p>}
      {event.is_estimated ? <p className={classes.terms}>estimated</p> : null}
    </li>
  );
}
