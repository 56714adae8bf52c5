import { Button, CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DevicePage } from '#contract/list.ts';
import { shownEui } from '#domain/eui.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { outletPlace } from '../../lib/outlet-words.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { OverlayDialog } from '../../ui/overlay.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { outletsNearQuery } from './dashboard-api.ts';
import { outletsModalStrings as strings } from './dashboard-strings.ts';
import { type DashboardView, useDashboardView } from './dashboard-view.ts';
import classes from './outlets-modal.module.css';
import { statRows } from './stat-rows.ts';
import { statText } from './stat-text.ts';

type ListedDevice = DevicePage['data'][number];

/** Returns the figure columns: the role's views and money. */
const figuresOf = (device: ListedDevice, { perspective, dollarsPerKwh }: DashboardView) =>
  statRows(device, perspective, dollarsPerKwh).filter(({ key }) => key === 'views' || key === 'money');

function OutletRow({ device, isChosen }: { device: ListedDevice; isChosen: boolean }) {
  const view = useDashboardView();
  return (
    <tr data-chosen={isChosen || undefined} aria-current={isChosen || undefined}>
      <th scope="row">
        <Identifier value={shownEui(device.eui)} name="EUI" whole />
        {device.label === '' ? null : <small className={classes.name}>{device.label}</small>}
      </th>
      <td>
        <StatusBadge status={device.status} />
      </td>
      <td>{device.last_seen ? <TimeText instant={device.last_seen} /> : '–'}</td>
      {figuresOf(device, view).flatMap(({ key, value, today, unit }) => [
        <td key={key} className={classes.number}>
          {statText(value, unit).text}
        </td>,
        <td key={`${key}-today`} className={classes.number}>
          {statText(today, unit).text}
        </td>,
      ])}
    </tr>
  );
}

function OutletsTable({ devices, eui }: { devices: readonly ListedDevice[]; eui: string }) {
  const view = useDashboardView();
  const [chosen] = devices;
  const labels = chosen ? figuresOf(chosen, view).map(({ label }) => label) : [];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={strings.devices}>
      <table className={classes.table}>
        <caption className={classes.caption}>{interpolate(strings.tableCaption, { eui: shownEui(eui) })}</caption>
        <thead>
          <tr>
            <th scope="col">{strings.deviceEui}</th>
            <th scope="col">{strings.status}</th>
            <th scope="col">{strings.lastContact}</th>
            {labels.flatMap((label) => [
              <th key={label} scope="col" className={classes.number}>
                {label}
              </th>,
              <th key={`${label} today`} scope="col" className={classes.number}>
                {interpolate(strings.today, { label })}
              </th>,
            ])}
          </tr>
        </thead>
        <tbody>
          {devices.map((device) => (
            <OutletRow key={device.eui} device={device} isChosen={device.eui === eui} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The chosen outlet and the others at its venue, with a Close button (docs/specification.md#dashboard). */
export function OutletsModal({ eui, onClose }: { eui: string; onClose: () => void }) {
  const { range } = useDashboardView();
  const { data: page, error, isFetching, refetch } = useQuery(outletsNearQuery(eui, range));
  const chosen = page?.data.find((device) => device.eui === eui);
  return (
    <OverlayDialog
      name={interpolate(strings.title, { eui: shownEui(eui) })}
      isOpen
      onClose={onClose}
      size="min(960px, 100%)"
      yOffset="5dvh"
    >
      <div className={classes.body}>
        {/* No `header` element, because it would be a second banner beside the page's own. */}
        <div className={classes.head}>
          <h2 className={classes.title}>
            {interpolate(strings.title, { eui: shownEui(eui) })}
            {chosen ? (
              <small>
                {outletPlace(chosen)} · {chosen.customer}
              </small>
            ) : null}
          </h2>
          <CloseButton aria-label={strings.closeDialog} onClick={onClose} />
        </div>
        {page ? <OutletsTable devices={page.data} eui={eui} /> : null}
        {error && !page ? (
          <ErrorState
            what={strings.loadFailed}
            message={error.message}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : null}
        {page || error ? null : <LinesSkeleton lines={4} />}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {strings.close}
          </Button>
        </div>
      </div>
    </OverlayDialog>
  );
}
