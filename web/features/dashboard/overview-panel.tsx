import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Role } from '#contract/common.ts';
import type { Summary } from '#contract/list.ts';
import type { TodoGroup } from '#contract/todo.ts';
import { counted } from '#domain/counted.ts';
import { formatCount } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { storedText } from '../../lib/stored-text.ts';
import { todoKindStrings } from '../../lib/todo-kinds-strings.ts';
import { todoQuery } from '../../lib/todo-query.ts';
import { useLazyModule } from '../../lib/use-lazy-module.ts';
import { type Fact, FactList } from '../../ui/fact-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PlainButton, plainButtonClass } from '../../ui/plain-button.tsx';
import { Bone } from '../../ui/skeletons.tsx';
import { ownMoneyQuery } from './dashboard-api.ts';
import { overviewPanelStrings as strings } from './dashboard-strings.ts';
import classes from './overview-panel.module.css';
import { runningQuery, todayQuery } from './overview-panel-api.ts';

type Outlets = Pick<Summary, 'outlets_by_status'>;

/** The figures that each role looks at first, above all other content. Figures that can't be loaded are left out. */
export function OverviewPanel({ role, summary }: { role: Role; summary: Outlets | undefined }) {
  if (role === 'property') return <OwnersQuestions summary={summary} />;
  if (role === 'advertiser') return <AdvertisersQuestions />;
  return role === 'admin' || role === '' ? <AdministratorsQuestions isAdmin={role === 'admin'} /> : null;
}

type AnswersProps = { of: Role; facts: readonly Fact[]; isPending: boolean };

function Answers({ of, facts, isPending }: AnswersProps) {
  const hasDocuments = of === 'property' || of === 'advertiser';
  if (!isPending && facts.length === 0) return null;
  const documents = (
    <Link to="/app/documents" className={plainButtonClass(true)}>
      {strings.allDocuments}
    </Link>
  );
  return (
    <div className={classes.panel} data-pending={isPending || undefined}>
      <Panel title={strings.atAGlance} {...(hasDocuments ? { actions: documents } : {})}>
        <StatsLayout of={of} facts={facts} isPending={isPending} />
      </Panel>
    </div>
  );
}

const ownFacts = () => import('./own-facts.tsx');

function OwnersQuestions({ summary }: { summary: Outlets | undefined }) {
  const { data: own, isPending } = useQuery(ownMoneyQuery(true));
  const { code, hasFailed } = useLazyModule(ownFacts, true);
  const facts = code?.ownerFacts(own, summary?.outlets_by_status) ?? [];
  return <Answers of="property" facts={facts} isPending={isPending || (code === null && !hasFailed)} />;
}

function AdvertisersQuestions() {
  const { data: own, isPending: isMoneyPending } = useQuery(ownMoneyQuery(true));
  const { data: campaigns, isPending } = useQuery(runningQuery);
  const { code, hasFailed } = useLazyModule(ownFacts, true);
  const facts = code?.advertiserFacts(own, campaigns) ?? [];
  const isWaiting = isMoneyPending || isPending || (code === null && !hasFailed);
  return <Answers of="advertiser" facts={facts} isPending={isWaiting} />;
}

function AdministratorsQuestions({ isAdmin }: { isAdmin: boolean }) {
  const { data: today, isPending: isTodayPending } = useQuery(todayQuery);
  const { data: todo, isError, isPending, refetch } = useQuery({ ...todoQuery, enabled: isAdmin });
  const facts = isAdmin && !isPending ? todoFacts(todo, isError ? () => void refetch() : null) : [];
  if (today !== undefined) {
    const { compared_period: period, compared_total: before, total } = today;
    const lastWeek = formatCount(before?.views ?? 0);
    const detail =
      period?.until === undefined
        ? interpolate(strings.lastWeekByNow, { views: lastWeek })
        : interpolate(strings.lastWeek, { views: lastWeek, until: period.until });
    const views = (
      <Link to="/app/reports" search={{ range: 'today', compare: 'same_weekdays' }} className={classes.link}>
        {formatCount(total.views ?? 0)}
      </Link>
    );
    facts.push({ label: strings.viewsToday, value: views, detail });
  }
  return <Answers of={isAdmin ? 'admin' : ''} facts={facts} isPending={isTodayPending || (isAdmin && isPending)} />;
}

/** Maximum number of kinds that are named below the number of things to do. */
const KINDS_NAMED = 3;

type Todo = { readonly total: number; readonly data: readonly TodoGroup[] };

/** Describes what waits for the administrator. What could not be loaded says so, with a retry. */
function todoFacts(todo: Todo | undefined, retry: (() => void) | null): Fact[] {
  if (todo === undefined)
    return [
      {
        label: strings.todo,
        value: '–',
        isWarning: true,
        detail: (
          <>
            {strings.notLoaded}{' '}
            <PlainButton isQuiet onClick={() => retry?.()}>
              {strings.tryAgain}
            </PlainButton>
          </>
        ),
      },
    ];
  const notices = todo.data.find(({ kind }) => kind === 'notice');
  const [problem] = notices?.items ?? [];
  const others = todo.data.filter(({ kind }) => kind !== 'notice');
  const named = others.flatMap(({ kind, count }) =>
    count === null ? [] : [counted(count, todoKindStrings[kind].noun)],
  );
  const isPartly = others.some(({ count }) => count === null);
  const detail = [...named.slice(0, KINDS_NAMED), ...(isPartly ? [strings.partNotLoaded] : [])].join(', ');
  return [
    {
      label: strings.todo,
      value: (
        <Link
          to="/admin/todo"
          className={classes.link}
          aria-label={interpolate(strings.todoCount, { total: todo.total })}
        >
          {formatCount(todo.total)}
        </Link>
      ),
      detail: detail === '' ? strings.nothingWaits : detail,
      ...(isPartly ? { isWarning: true } : {}),
    },
    {
      label: strings.systemProblems,
      value: (
        <Link to="/admin/health" className={classes.link}>
          {notices?.count === null ? '–' : formatCount(notices?.count ?? 0)}
        </Link>
      ),
      ...(problem === undefined
        ? { detail: notices?.count === null ? strings.partNotLoaded : strings.noProblems }
        : { detail: problem.name, isWarning: true }),
    },
  ];
}

/** How long the content below stays hidden while the responses are missing (overview-panel.module.css). */
const SHOWN_AFTER_MS = 1_200;

const MONEY = [strings.placeholderMonth, strings.placeholderNext, strings.placeholderLast];
/** Maximum number of facts per role. The browser stores the number from the last visit. */
const MOST = { advertiser: 7, property: 4, other: 3 } as const;

/**
 * Facts in a reserved space, which is as high before the responses as after them, so that late responses move nothing
 * below. Surplus space is released once this moves nothing that the user is reading.
 */
function StatsLayout({ of: role, facts, isPending }: { of: Role; facts: readonly Fact[]; isPending: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const [leastPx, setLeastPx] = useState<number>();
  const [count] = useState(() => countBefore(role));
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setLeastPx(box.current?.offsetHeight), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isPending]);
  useEffect(() => {
    if (!isPending) rememberCount(role, facts.length);
  }, [role, facts.length, isPending]);
  const close = useEffectEvent(() => setLeastPx(undefined));
  const isKept = leastPx !== undefined && !isPending;
  useEffect(() => {
    if (isKept && box.current) return onceUnread(box.current, close);
  }, [isKept]);
  return (
    <div ref={box} className={classes.facts} data-pending={isPending || undefined} style={{ minHeight: leastPx }}>
      {isPending ? <Ghosts role={role} count={count} /> : <FactList label={strings.keyFigures} facts={facts} />}
    </div>
  );
}

/**
 * Calls `then` once the element is above the screen, where browsers keep the visible content in position. Also calls
 * `then` when the width changes, because a new width moves everything anyway.
 */
function onceUnread(place: HTMLElement, then: () => void): () => void {
  const holdsWhatIsRead = CSS.supports('overflow-anchor', 'auto');
  const scrolled = new IntersectionObserver((entries) => {
    if (holdsWhatIsRead && entries.some(({ isIntersecting }) => !isIntersecting)) then();
  });
  const width = place.offsetWidth;
  const resized = new ResizeObserver(() => {
    if (place.offsetWidth !== width) then();
  });
  scrolled.observe(place);
  resized.observe(place);
  return () => {
    scrolled.disconnect();
    resized.disconnect();
  };
}

function Ghosts({ role, count }: { role: Role; count: number }) {
  const money = role === 'property' || role === 'advertiser' ? MONEY : [];
  const ghosts = Array.from(
    { length: count },
    (_, at): Fact => ({
      label: interpolate(strings.placeholderLabel, { number: at + 1 }),
      value: <Bone width="4.5rem" height="1lh" />,
      detail: money[at] ?? <span className={classes.link}>{strings.placeholderDetail}</span>,
    }),
  );
  return (
    <div role="status" aria-label={strings.loading}>
      <div className={classes.ghosts} aria-hidden="true">
        <FactList label={strings.placeholders} facts={ghosts} />
      </div>
    </div>
  );
}

const keyOf = (role: Role): string => `firstQuestions:${role}`;

function countBefore(role: Role): number {
  const most = role === 'advertiser' || role === 'property' ? MOST[role] : MOST.other;
  const kept = Number(storedText(keyOf(role)));
  return Number.isInteger(kept) && kept > 0 && kept <= most ? kept : most;
}

function rememberCount(role: Role, count: number): void {
  try {
    localStorage.setItem(keyOf(role), String(count));
  } catch {
    // Without storage, the layout reserves space for the maximum.
  }
}
