import { IconChevronDown } from '@tabler/icons-react';
import { memo, useId } from 'react';
import type { Device } from '#contract/list.ts';
import { shownEui } from '#domain/eui.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { outletPlace, positionNote } from '../../lib/outlet-words.ts';
import { LiveValue } from '../../ui/live-value.tsx';
import { STATUS_WORDS, StatusBadge } from '../../ui/status-badge.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { outletItemStrings as strings } from './dashboard-strings.ts';
import { useDashboardView } from './dashboard-view.ts';
import classes from './outlet-item.module.css';
import { StatStrip } from './stat-list.tsx';
import { statRows } from './stat-rows.ts';
import { statText } from './stat-text.ts';
import { ViewsTable } from './views-table.tsx';
import { wordingOf } from './wording.ts';

type OutletItemProps = { customerId: string; device: Device; isOpen: boolean; onToggle: (eui: string) => void };

/**
 * One outlet in the accordion: its header, and its stats and views when open. Renders again only if its props change.
 */
export const OutletItem = memo(function OutletItem({ customerId, device, isOpen, onToggle }: OutletItemProps) {
  const { perspective } = useDashboardView();
  const id = useId();
  const views = statText(device.total_views, 'count').text;
  return (
    <div className={classes.item} data-open={isOpen || undefined}>
      <h5 className={classes.heading}>
        <button
          type="button"
          className={classes.head}
          id={`${id}-head`}
          aria-expanded={isOpen}
          aria-controls={`${id}-panel`}
          onClick={() => onToggle(device.eui)}
        >
          <StatusMark status={device.status} hollow={!device.located} size={12} />
          <span className={classes.names}>
            <span className={classes.line}>
              <span className={classes.label}>{strings.deviceEUI}</span>{' '}
              <span className={classes.eui}>{shownEui(device.eui)}</span>
            </span>
            <span className={classes.venue}>
              {outletPlace(device)}
              <span className={classes.hidden}>
                {interpolate(strings.hiddenStatus, { status: STATUS_WORDS[device.status] })}
              </span>
            </span>
          </span>
          <span className={classes.figures}>
            <LiveValue of={views} className={classes.total}>
              {views}
            </LiveValue>
            <span className={classes.label}>{wordingOf(perspective).views.toLowerCase()}</span>
          </span>
          <IconChevronDown className={classes.chevron} size={16} aria-hidden="true" />
        </button>
      </h5>
      {isOpen ? (
        <section id={`${id}-panel`} aria-labelledby={`${id}-head`} className={classes.panel}>
          <OpenOutlet customerId={customerId} device={device} />
        </section>
      ) : null}
    </div>
  );
});

function OpenOutlet({ customerId, device }: { customerId: string; device: Device }) {
  const { perspective, dollarsPerKwh, range } = useDashboardView();
  return (
    <>
      <p className={classes.meta}>
        <StatusBadge status={device.status} />
        <span>
          {device.last_seen
            ? interpolate(strings.lastContact, { time: <TimeText instant={device.last_seen} relative /> })
            : strings.noContact}
        </span>
        {device.position === 'outlet' ? null : <span>{positionNote(device.position)}</span>}
      </p>
      <StatStrip
        rows={statRows(device, perspective, dollarsPerKwh)}
        of={{ parameters: range.parameters, cid: customerId, eui: device.eui }}
      />
      <ViewsTable eui={device.eui} />
    </>
  );
}
