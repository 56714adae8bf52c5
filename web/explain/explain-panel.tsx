import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  EXPLAINED_FIGURES,
  type ExplainedBy,
  type ExplainedEvent,
  type ExplainedPart,
  type Explanation,
  isFigureOfBooks,
} from '#contract/explain.ts';
import { counted, type Noun } from '#domain/counted.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import { formatCount, formatDateTime, formatDay, formatExactDollars } from '../lib/formatters.ts';
import { interpolate } from '../lib/interpolate.ts';
import { useCurrentUser } from '../lib/session.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { FormDrawer } from '../ui/form-drawer.tsx';
import { LinesSkeleton } from '../ui/skeletons.tsx';
import { StaleWhileRevalidating } from '../ui/stale-while-revalidating.tsx';
import classes from './explain.module.css';
import { type ExplainAsked, explainQuery } from './explain-api.ts';
import { explainPanelStrings as strings } from './explain-strings.ts';
import {
  amountInWords,
  BY_WORDS,
  countInWords,
  daysInWords,
  kindInWords,
  labelInWords,
  movedInWords,
  paidInWords,
  rateInWords,
  termsInWords,
} from './explain-words.ts';

type ExplainPanelProps = {
  readonly label: string;
  readonly asked: ExplainAsked;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/**
 * A step toward the events: the name of the chosen part, and the query that explains this part. If `by` is null, the
 * server chooses how to split the part.
 */
type Step = { readonly name: string; readonly asked: ExplainAsked; readonly by: ExplainedBy | null };

/** Explains a number as a sum of parts. The user can open each part in turn, down to the single events. */
export function ExplainPanel({ label, asked, isOpen, onClose }: ExplainPanelProps) {
  return (
    <FormDrawer title={interpolate(strings.title, { label })} isOpen={isOpen} size={640} onClose={onClose}>
      {isOpen ? <Explained first={asked} /> : null}
    </FormDrawer>
  );
}

function Explained({ first }: { first: ExplainAsked }) {
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [chosen, setChosen] = useState<ExplainedBy | null>(null);
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const step = steps.at(-1);
  const asked = step?.asked ?? first;
  const by = chosen ?? step?.by ?? null;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    explainQuery(asked, by, cursors.at(-1) ?? null),
  );
  // Placeholder data belongs to the previous query, and so does its cursor.
  const goOn = (cursor: string | null) => {
    if (cursor !== null && !isPlaceholderData) setCursors([...cursors, cursor]);
  };
  const choose = (next: ExplainedBy | null) => {
    setChosen(next);
    setCursors([]);
  };
  const goTo = (next: readonly Step[]) => {
    setSteps(next);
    choose(null);
  };
  if (!data)
    return error ? (
      <ErrorState
        what={strings.loadFailed}
        message={error.message}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    ) : (
      <LinesSkeleton lines={6} />
    );
  // Document lines show their events directly.
  const following = asked.line === undefined ? nextStep(asked, data) : null;
  const stepTo = ({ id, opens, kind, events }: ExplainedPart): Omit<Step, 'name'> | null => {
    if (opens !== undefined) return { asked: opens, by: null };
    // A carried or adjusted amount has no further parts.
    return following === null || (kind === null && events === 0) ? null : following(id);
  };
  return (
    <>
      {steps.length === 0 ? null : (
        <nav aria-label={strings.breadcrumb} className={classes.choices}>
          <button type="button" className={classes.narrow} onClick={() => goTo([])}>
            {strings.total}
          </button>
          {steps.map(({ asked: of, name }, at) => (
            <button
              key={JSON.stringify([name, of])}
              type="button"
              className={classes.narrow}
              aria-current={at === steps.length - 1 ? 'step' : undefined}
              onClick={() => goTo(steps.slice(0, at + 1))}
            >
              {name}
            </button>
          ))}
        </nav>
      )}
      <StaleWhileRevalidating isKept={isPlaceholderData} isSaid>
        <Sum of={data} />
      </StaleWhileRevalidating>
      {data.choices.length < 2 ? null : (
        <fieldset className={classes.choices} aria-label={strings.breakDownBy}>
          {data.choices.map((one) => (
            <Button
              key={one}
              size="compact-sm"
              variant={data.by === one ? 'filled' : 'default'}
              aria-pressed={data.by === one}
              onClick={() => choose(one)}
            >
              {BY_WORDS[one]}
            </Button>
          ))}
        </fieldset>
      )}
      {error ? <p role="alert">{error.message}</p> : null}
      <StaleWhileRevalidating isKept={isPlaceholderData}>
        <ExplainParts
          explanation={data}
          openingOf={(part, name) => {
            const next = stepTo(part);
            if (next === null) return null;
            // Placeholder data belongs to the previous query.
            return () => (isPlaceholderData ? undefined : goTo([...steps, { name, ...next }]));
          }}
        />
      </StaleWhileRevalidating>
      {cursors.length === 0 && data.next_cursor === null ? null : (
        <div className={classes.choices}>
          <Button variant="default" disabled={cursors.length === 0} onClick={() => setCursors(cursors.slice(0, -1))}>
            {data.by === 'event' ? strings.newerEvents : strings.previousParts}
          </Button>
          <Button variant="default" disabled={data.next_cursor === null} onClick={() => goOn(data.next_cursor)}>
            {data.by === 'event' ? strings.olderEvents : strings.moreParts}
          </Button>
        </div>
      )}
    </>
  );
}

function Sum({ of }: { of: Explanation }) {
  const { days: ofDays, dollars_per_kwh: price, network, owner, paid, period, total, unit } = of;
  const days =
    period.from === null || period.to === null
      ? ''
      : period.from === period.to
        ? formatDay(period.from)
        : interpolate(strings.range, { from: formatDay(period.from), to: formatDay(period.to) });
  return (
    <div role="status">
      <p className={classes.total}>{amountInWords(total, unit)}</p>
      {owner === undefined || network === undefined ? null : (
        <p className={classes.sides}>
          {interpolate(strings.ownersAndNetwork, {
            owner: amountInWords(owner, unit),
            network: amountInWords(network, unit),
          })}
        </p>
      )}
      {paid === undefined ? null : <p className={classes.sides}>{paidInWords(paid, unit)}</p>}
      {ofDays === undefined ? null : (
        <p className={classes.sides}>{interpolate(strings.monthBasis, { days: daysInWords(ofDays) })}</p>
      )}
      {price === undefined ? null : (
        <p className={classes.sides}>
          {interpolate(strings.energyPrice, { price: formatExactDollars(Number(price)) })}
        </p>
      )}
      {days === '' ? null : <p className={classes.sides}>{days}</p>}
    </div>
  );
}

type Following = (part: string) => Omit<Step, 'name'>;

/** Returns a function that maps a part's ID to the query that explains the part; null if no part can be opened. */
function nextStep(asked: ExplainAsked, explanation: Explanation): Following | null {
  const { by, figure } = explanation;
  if (by === 'document') return (id) => ({ asked: { figure: 'revenue', document: id }, by: null });
  if (by === 'line') return (place) => ({ asked: { ...asked, line: place }, by: null });
  if (by === 'payout') return (id) => ({ asked: { figure: by, of: id }, by: null });
  if (by === 'term') return (id) => ({ asked: { ...asked, figure: figureNamed(id) ?? figure }, by: null });
  if (by === 'booking') return (id) => ({ asked: narrowed(asked, by, id), by: 'entry' });
  if (figure === 'planned') {
    if (by === 'day') return (day) => ({ asked: { ...asked, from: day, to: day }, by: null });
    return by === 'flight' ? (id) => ({ asked: { figure, of: id }, by: null }) : null;
  }
  if (isFigureOfBooks(figure)) return (id) => ({ asked: { ...asked, cid: id }, by: null });
  const following = asked.trial === undefined ? nextBy(explanation) : nextOfTrial(asked, explanation);
  return following === null ? null : (id) => ({ asked: narrowed(asked, by, id), by: following });
}

const figureNamed = (id: string) => EXPLAINED_FIGURES.find((one) => one === id);

/** Returns the next breakdown of an opened part: outlets, then days, then events. Null if the part cannot be opened. */
function nextBy({ by, choices }: Explanation): ExplainedBy | null {
  const order: readonly ExplainedBy[] = ['reason', 'flight', 'advertiser', 'customer', 'outlet', 'day', 'event'];
  const places: ExplainedBy = by === 'outlet' ? 'day' : by === 'day' ? 'event' : 'outlet';
  return order.includes(by) && by !== 'event' && choices.includes(places) ? places : null;
}

/**
 * Returns the next breakdown of a trial: flight, day and then events, without those already chosen. Null after events.
 */
function nextOfTrial({ filters = '{}', from }: ExplainAsked, { by }: Explanation): ExplainedBy | null {
  if (by === 'event') return null;
  const chosen = [by, ...Object.keys(JSON.parse(filters)), ...(from === undefined ? [] : ['day'])];
  return (['flight', 'day'] as const).find((one) => !chosen.includes(one)) ?? 'event';
}

/** Returns the query narrowed to one part. */
function narrowed(asked: ExplainAsked, by: ExplainedBy, id: string): ExplainAsked {
  if (by === 'day') {
    const { range: _, ...rest } = asked;
    return { ...rest, from: id, to: id };
  }
  const filters = asked.filters === undefined ? {} : (JSON.parse(asked.filters) as Record<string, readonly string[]>);
  return { ...asked, filters: JSON.stringify({ ...filters, [by]: [id] }) };
}

type ExplainPartsProps = {
  readonly explanation: Explanation;
  /** Returns the action that opens the part with this name; null if it does not open further. */
  readonly openingOf: (part: ExplainedPart, name: string) => (() => void) | null;
};

/** Lists the parts or events, and the remainder that is not listed. Together, these add up to the number. */
function ExplainParts({ explanation, openingOf }: ExplainPartsProps) {
  const { by, days, events, left_out: rest, parts, unchanged, unit } = explanation;
  if (parts.length + events.length === 0 && rest === null && unchanged === undefined) return <p>{strings.empty}</p>;
  return (
    <ul className={classes.parts} aria-label={strings.parts}>
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

const sameInWords = (events: number): string => counted(events, strings.unchangedEvents);

const OTHERS: Partial<Readonly<Record<ExplainedBy, Noun>>> = {
  event: strings.otherEvents,
  line: strings.otherLines,
  entry: strings.otherEntries,
};

function restInWords(by: ExplainedBy, parts: number): string {
  if (parts === 0) return by === 'document' ? strings.creditBalance : strings.removedEvents;
  return counted(parts, OTHERS[by] ?? strings.otherParts);
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
        <p className={classes.terms}>
          {interpolate(strings.amountInDays, { amount: amountInWords(part.of_days, unit), days: daysInWords(days) })}
        </p>
      )}
      {owner === undefined || network === undefined ? null : (
        <p className={classes.terms}>
          {interpolate(strings.ownerAndNetwork, {
            owner: amountInWords(owner, unit),
            network: amountInWords(network, unit),
          })}
        </p>
      )}
      {paid === undefined ? null : <p className={classes.terms}>{paidInWords(paid, unit)}</p>}
      {[...more, ...termsInWords(part)].map((words) => (
        <p key={words} className={classes.terms}>
          {words}
        </p>
      ))}
      {estimated === 0 ? null : (
        <p className={classes.terms}>{interpolate(strings.estimatedCount, { count: formatCount(estimated) })}</p>
      )}
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
        <p className={classes.terms}>
          {interpolate(strings.actualAmount, { amount: amountInWords(event.before, unit) })}
        </p>
      )}
      {event.owner === undefined || event.network === undefined ? null : (
        <p className={classes.terms}>
          {interpolate(strings.ownerAndNetwork, {
            owner: amountInWords(event.owner, unit),
            network: amountInWords(event.network, unit),
          })}
        </p>
      )}
      {event.paid === undefined ? null : <p className={classes.terms}>{paidInWords(event.paid, unit)}</p>}
      {event.reason === undefined ? null : (
        <p className={classes.terms}>{interpolate(strings.invalid, { reason: REASON_WORDS[event.reason] })}</p>
      )}
      {event.sent_id === undefined ? null : <p className={classes.terms}>{event.sent_id}</p>}
      {event.is_estimated ? <p className={classes.terms}>{strings.estimated}</p> : null}
    </li>
  );
}
