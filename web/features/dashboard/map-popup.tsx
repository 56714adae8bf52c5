import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { View } from '#contract/list.ts';
import { POPUP_VIEWS } from '#domain/constants.ts';
import { NOUNS } from '#domain/counted.ts';
import { shownEui } from '#domain/eui.ts';
import { formatCount, shortFingerprint } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { outletPlace, positionNote } from '../../lib/outlet-words.ts';
import type { MapPoint } from '../../map/map-points.ts';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { STATUS_WORDS } from '../../ui/status-badge.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { popupViewsQuery } from './dashboard-api.ts';
import { mapPopupStrings as strings } from './dashboard-strings.ts';
import classes from './map-popup.module.css';
import { staleSinceNote } from './stale-since.ts';

type MapPopupProps = {
  point: MapPoint;
  /** Shows the popup at the bottom of the screen instead of above its marker. */
  isSheet: boolean;
  onClose: () => void;
  onShowDevices: (eui: string) => void;
};

/** One view in the popup: its sponsor and time, and the fingerprint and IP if the role may see them. */
function ViewLine({ view }: { view: View }) {
  return (
    <li className={classes.view}>
      <span className={classes.sponsor} data-none={view.sponsor === '' || undefined}>
        {view.sponsor || strings.noSponsor}
      </span>
      <TimeText instant={view.timestamp} />
      {view.fingerprint || view.ip ? (
        <span className={classes.code}>
          {view.fingerprint ? <span title={view.fingerprint}>{shortFingerprint(view.fingerprint)}</span> : null}
          {view.ip ? <span>{view.ip}</span> : null}
        </span>
      ) : null}
    </li>
  );
}

function RecentViews({ eui }: { eui: string }) {
  const { data: page, error, refetch } = useQuery(popupViewsQuery(eui));
  if (error && !page)
    return (
      <p role="alert" className={classes.note}>
        {strings.loadFailed}{' '}
        <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
          {strings.tryAgain}
        </Button>
      </p>
    );
  if (!page) return <LinesSkeleton lines={4} lineHeight={36} />;
  const views = page.data.slice(0, POPUP_VIEWS);
  const more = page.views_total - views.length;
  const isAll = page.next_cursor === null;
  const ending = isAll ? staleSinceNote({ missing: more, since: page.kept_since, noun: NOUNS.view }) : null;
  if (views.length === 0) return <p className={classes.note}>{ending ?? strings.noViews}</p>;
  return (
    <>
      <ol
        className={classes.views}
        aria-label={strings.recentViews} /* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */
        tabIndex={0}
      >
        {views.map((view, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a view has no id, and the lines have no state
          <ViewLine key={index} view={view} />
        ))}
      </ol>
      {more > 0 ? (
        <p className={classes.note}>{ending ?? interpolate(strings.andMore, { more: formatCount(more) })}</p>
      ) : null}
    </>
  );
}

/** A marker's popup: the outlet, its recent views, and a button that opens its devices. */
export function MapPopup({ point, isSheet, onClose, onShowDevices }: MapPopupProps) {
  const box = useRef<HTMLElement>(null);
  const { eui, customer, status, located, position, lastSeenMs } = point;
  useEffect(() => {
    const before = document.activeElement;
    const own = box.current;
    own?.focus({ preventScroll: true });
    return () => {
      // Restore the focus only if the popup still has the focus, or no element has it.
      const isLost = document.activeElement === document.body || own?.contains(document.activeElement);
      if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <section
      ref={box}
      className={isSheet ? `${classes.popup} ${classes.sheet}` : classes.popup}
      role="dialog"
      aria-label={interpolate(strings.title, { eui: shownEui(eui) })}
      tabIndex={-1}
      onKeyDown={closeOnEscape}
    >
      {/* A `header` element would add a second banner to the page. */}
      <div className={classes.head}>
        <div>
          <p className={classes.eui}>{shownEui(eui)}</p>
          <p className={classes.place}>{outletPlace(point)}</p>
          <p className={classes.context}>
            <StatusMark status={status} hollow={!located} />{' '}
            {[STATUS_WORDS[status], customer, positionNote(position)].filter(Boolean).join(' · ')}
          </p>
          <p className={classes.context}>
            {lastSeenMs === null
              ? strings.noContact
              : interpolate(strings.lastContact, {
                  time: <TimeText instant={new Date(lastSeenMs).toISOString()} relative />,
                })}
          </p>
        </div>
        <ActionIcon size={isSheet ? 44 : 28} aria-label={strings.closePopup} onClick={onClose}>
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      </div>
      <RecentViews eui={eui} />
      <Button size={isSheet ? 'md' : 'xs'} variant="light" fullWidth onClick={() => onShowDevices(eui)}>
        {strings.showDevices}
      </Button>
    </section>
  );
}
