import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Role } from '#contract/common.ts';
import { storedText } from '../../lib/stored-text.ts';
import { type Fact, FactList } from '../../ui/fact-list.tsx';
import { Bone } from '../../ui/skeletons.tsx';
import classes from './overview-panel.module.css';

/** When the content below appears without the answers (overview-panel.module.css). */
const SHOWN_AFTER_MS = 1_200;

const MONEY = [
  'about $1,115.00 expected; invoice on Dec 6, 2026',
  '$1,000.00 by Dec 6, 2026',
  'I-000003, October 2026; last payment $500.00 on Nov 12, 2026',
];
/** The most facts of a role. The count of the last visit is stored. */
const MOST = { advertiser: 7, property: 4, other: 3 } as const;

/**
 * Facts in a reserved space: as high before the answers as with them, so that late answers move nothing below. The
 * remaining space is released once that moves nothing that the user reads.
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

/**
 * Calls `then` once the place is above the screen, where browsers keep the visible content in position. Also calls it
 * when the width changes, which moves everything anyway.
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
    // Without storage the layout reserves space for the most.
  }
}
