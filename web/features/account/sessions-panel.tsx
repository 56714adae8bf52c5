import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconTerminal2 } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnSession } from '#contract/sessions.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './account.module.css';
import { endOthers, endSession, sessionsQuery } from './account-api.ts';

const ICONS = {
  desktop: IconDeviceDesktop,
  mobile: IconDeviceMobile,
  tablet: IconDeviceTablet,
  other: IconTerminal2,
} as const;

/** The sessions of the account; the user can end each one (docs/threat-model.md#b4). */
export function SessionsPanel({ isDemo }: { isDemo: boolean }) {
  const client = useQueryClient();
  const { data: sessions, error, isFetching, refetch } = useQuery(sessionsQuery);
  const again = () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  const ending = useMutation({ meta: { errors: 'own' }, mutationFn: endSession, onSettled: again });
  const endingOthers = useMutation({ meta: { errors: 'own' }, mutationFn: endOthers, onSettled: again });
  const others = sessions?.filter(({ current }) => !current) ?? [];
  return (
    <Panel
      title="Sessions"
      context={isDemo ? 'Of a demo account only your own session is shown' : 'Where you are signed in, last used first'}
      actions={
        others.length > 0 ? (
          <Button variant="default" loading={endingOthers.isPending} onClick={() => endingOthers.mutate()}>
            End all others
          </Button>
        ) : null
      }
    >
      <AlertMessage text={ending.error?.message ?? endingOthers.error?.message ?? null} />
      {sessions ? (
        <ul className={classes.list}>
          {sessions.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              isEnding={ending.isPending && ending.variables === session.id}
              onEnd={() => ending.mutate(session.id)}
            />
          ))}
        </ul>
      ) : null}
      {error && !sessions ? (
        <ErrorState
          what="Your sessions could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {sessions || error ? null : <LinesSkeleton lines={3} />}
    </Panel>
  );
}

function SessionItem({ session, isEnding, onEnd }: { session: OwnSession; isEnding: boolean; onEnd: () => void }) {
  const { device, kind, place, last_used_at: lastUsedAt, current: isCurrent } = session;
  const Icon = ICONS[kind];
  return (
    <li className={classes.item}>
      <Icon size={24} stroke={1.5} aria-hidden="true" />
      <div className={classes.words}>
        <strong>{device}</strong>
        <small>{place}</small>
        <small>
          Last used <TimeText instant={lastUsedAt} relative />
        </small>
      </div>
      {isCurrent ? (
        <span className={classes.here}>This session</span>
      ) : (
        <Button
          variant="default"
          size="xs"
          loading={isEnding}
          onClick={onEnd}
          aria-label={`End the session: ${device}`}
        >
          End
        </Button>
      )}
    </li>
  );
}
