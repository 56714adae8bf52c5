import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Role } from '#contract/common.ts';
import { storedText } from '../../lib/stored-text.ts';
import { type Fact, FactList } from '../../ui/fact-list.tsx';
import { Bone } from '../../ui/skeletons.tsx';
import classes from './overview-panel.module.css';

/** When what stands below is shown without the answers (overview-panel.module.css). */
const SHOWN_AFTER_MS = 1_200;

const MONEY = [
  'about $1,115.00 expected; invoice on Dec 6, 2026',
  '$1,000.00 by Dec 6, 2026',
  'I-000003, October 2026; last payment $500.00 on Nov 12, 2026',
];
/** The most that a role is told; of what it was told last there is a count. */
const MOST = { advertiser: 7, property: 4, other: 3 } as const;

/**
 * Facts in their room: as high before the answers as with them, so that nothing below moves however late they are. What is left of
 * it is given back where that moves nothing that is read.
 */
export function StatsLayout({ of: role, facts, isPending }: { of: Role; facts: readonly Fact[]; isPending: boolean }) {
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
      {isPending ? <Ghosts role={role} count={count} /> : <FactList label="First questions" facts={facts} />}
    </div>
  );
}

/** Once all of a place is above what is seen (browsers then hold what is read where it is), or its width changes, which moves everything. */
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
      label: `Answer ${at + 1}`,
      value: <Bone width="4.5rem" height="1lh" />,
      detail: money[at] ?? <span className={classes.link}>1 of 2, 3 of 4</span>,
    }),
  );
  return (
    <div role="status" aria-label="Loading">
      <div className={classes.ghosts} aria-hidden="true">
        <FactList label="Answers to come" facts={ghosts} />
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
    // Without storage there is room for the most.
  }
}
