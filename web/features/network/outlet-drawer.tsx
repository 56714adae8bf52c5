import { Button } from '@mantine/core';
import { IconArchive, IconArrowsExchange, IconPencil, IconRotate } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { OUTLET_FIELDS } from '#contract/editable-fields.ts';
import type { AdminOutlet, OutletAssignment, OutletDetail } from '#contract/outlets.ts';
import { capitalized } from '#domain/capitalized.ts';
import { shownEui } from '#domain/eui.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { Facts, Section, TermStart } from '../../ui/drawer-parts.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { SchemaForm } from '../../ui/schema-form.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { showToast } from '../../ui/toast.ts';
import { type IssuedKeys, IssuedKeysDialog } from './issued-keys-dialog.tsx';
import { KeySection } from './key-section.tsx';
import classes from './network.module.css';
import { actOnOutlet, NETWORK, outletQuery } from './network-api.ts';
import type { NetworkDrawerProps } from './network-drawer.ts';
import { outletDrawerStrings as strings } from './network-strings.ts';
import { outletPlanOf } from './outlet-plans.tsx';
import { OutletStatusBadge } from './outlet-status-badge.tsx';
import { fieldFacts } from './written-facts.ts';

/** An outlet: its state, its places over time, its keys, and its actions. */
export function OutletDrawer({ id, form, onForm, onClose }: NetworkDrawerProps) {
  const { data: detail, error, isFetching, refetch } = useQuery(outletQuery(id));
  const [issued, setIssued] = useState<IssuedKeys | null>(null);
  const plan = detail === undefined ? null : outletPlanOf(form, detail, setIssued);
  return (
    <>
      <FormDrawer
        title={detail ? shownEui(detail.outlet.eui) : strings.outlet}
        context={detail?.outlet.label || strings.outlet}
        isOpen
        onClose={onClose}
      >
        {detail ? (
          <>
            <Actions outlet={detail.outlet} onForm={onForm} />
            <About outlet={detail.outlet} />
            <KeySection
              keys={detail.keys}
              title={strings.keys}
              text={strings.noKeys}
              isOpen={detail.outlet.status !== 'retired'}
              onForm={onForm}
            />
            <History detail={detail} onForm={onForm} />
          </>
        ) : null}
        {error && !detail ? (
          <ErrorState
            what={strings.loadFailed}
            message={error.message}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : null}
        {detail || error ? null : <LinesSkeleton lines={10} />}
      </FormDrawer>
      <SchemaForm plan={plan} topic={NETWORK} onClose={() => onForm('')} />
      <IssuedKeysDialog issued={issued} onClose={() => setIssued(null)} />
    </>
  );
}

/** Returns the confirmation for retiring or reinstating the outlet. */
function statusPlan({ id, version, eui, status }: AdminOutlet): ConfirmedActionPlan {
  const isRetired = status === 'retired';
  return {
    title: isRetired ? strings.reinstateTitle : strings.retireTitle,
    confirmLabel: isRetired ? strings.reinstate : strings.retire,
    isDangerous: !isRetired,
    text: isRetired ? strings.reinstateText : strings.retireText,
    run: async () => {
      await actOnOutlet({ act: isRetired ? 'reinstate' : 'retire', id, version });
      return interpolate(isRetired ? strings.reinstated : strings.retiredToast, { eui: shownEui(eui) });
    },
  };
}

type ActionsProps = { outlet: AdminOutlet; onForm: NetworkDrawerProps['onForm'] };

function Actions({ outlet, onForm }: ActionsProps) {
  const [isAsking, ask] = useState(false);
  const isRetired = outlet.status === 'retired';
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden="true" />}
        onClick={() => onForm('edit')}
      >
        {strings.edit}
      </Button>
      {isRetired ? null : (
        <Button
          variant="default"
          leftSection={<IconArrowsExchange size={16} aria-hidden="true" />}
          onClick={() => onForm('move')}
        >
          {strings.move}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={
          isRetired ? <IconRotate size={16} aria-hidden="true" /> : <IconArchive size={16} aria-hidden="true" />
        }
        onClick={() => ask(true)}
      >
        {isRetired ? strings.reinstate : strings.retire}
      </Button>
      <ConfirmedAction plan={isAsking ? statusPlan(outlet) : null} topic={NETWORK} onClose={() => ask(false)} />
    </div>
  );
}

/** Names the venue of a place with its type, such as "Lobby, Hotel". Returns a dash if there is no place. */
function venueText(place: AdminOutlet['place']): string {
  if (place === null) return '–';
  const { venue, venue_type: type } = place;
  return type === '' ? venue : interpolate(strings.venueWithType, { venue, type: capitalized(type) });
}

function About({ outlet }: { outlet: AdminOutlet }) {
  const { eui, status, last_seen, retired_at, place, lat, lng } = outlet;
  return (
    <Facts
      facts={[
        [strings.status, <OutletStatusBadge key="status" status={status} />],
        [
          strings.lastContact,
          last_seen === null ? strings.never : <TimeText key="seen" instant={last_seen} relative />,
        ],
        ...(retired_at === null ? [] : [[strings.retired, <TimeText key="retired" instant={retired_at} />] as const]),
        ['EUI', <Identifier key="eui" name="EUI" value={shownEui(eui)} whole />],
        [strings.customer, place?.customer ?? strings.unassigned],
        [strings.venue, venueText(place)],
        [strings.timeZone, place?.time_zone ?? '–'],
        ...fieldFacts(OUTLET_FIELDS, outlet, 'label', 'lat', 'lng'),
        [
          strings.position,
          lat === null || lng === null ? strings.unknown : interpolate(strings.coordinates, { lat, lng }),
        ],
      ]}
    />
  );
}

type HistoryProps = { detail: OutletDetail; onForm: NetworkDrawerProps['onForm'] };

/** The outlet's places, the newest first. The user can cancel a future move and correct the last place. */
function History({ detail: { outlet, assignments }, onForm }: HistoryProps) {
  const client = useQueryClient();
  const cancelling = useMutation({
    mutationFn: () => actOnOutlet({ act: 'cancel-move', id: outlet.id, version: outlet.version }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: NETWORK });
      void showToast({ kind: 'success', message: strings.moveCanceled });
    },
  });
  const isAhead = ({ from }: OutletAssignment): boolean => Date.parse(from) > Date.now();
  return (
    <Section title={strings.locationHistory}>
      <ol className={classes.entries} aria-label={strings.locationHistory}>
        {assignments.map((place, index) => (
          <li key={place.from} className={classes.entry} data-over={(!place.current && !isAhead(place)) || undefined}>
            <div className={classes.entryHead}>
              <strong>{place.customer}</strong>
              <span>{place.venue}</span>
              {place.current ? <StateTag>{strings.current}</StateTag> : null}
              {isAhead(place) ? <StateTag>{strings.upcoming}</StateTag> : null}
            </div>
            <p className={classes.muted}>
              {place.to === null
                ? interpolate(strings.from, { time: <TermStart instant={place.from} timeZone={place.time_zone} /> })
                : interpolate(strings.fromTo, {
                    from: <TermStart instant={place.from} timeZone={place.time_zone} />,
                    to: <TermStart instant={place.to} timeZone={place.time_zone} />,
                  })}
            </p>
            {index === 0 && outlet.status !== 'retired' ? (
              <div className={classes.entryActions}>
                <Button size="compact-sm" variant="subtle" onClick={() => onForm('correct')}>
                  {strings.correct}
                </Button>
                {assignments.length > 1 && isAhead(place) ? (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    loading={cancelling.isPending}
                    onClick={() => cancelling.mutate()}
                  >
                    {strings.cancelMove}
                  </Button>
                ) : null}
              </div>
            ) : null}
          </li>
        ))}
      </ol>
    </Section>
  );
}
