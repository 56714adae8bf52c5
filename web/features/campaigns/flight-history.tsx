import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { actionWords } from './campaign-words.ts';
import classes from './campaigns.module.css';
import { historyQuery } from './campaigns-api.ts';
import { ChangeList } from './change-list.tsx';

/** The changes to a flight and who made them, newest first. */
export function FlightHistory({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(historyQuery(id));
  return (
    <Panel title="History" context="Who changed what, newest first">
      {data === undefined && error === null ? <LinesSkeleton lines={4} /> : null}
      {error !== null && data === undefined ? (
        <ErrorState
          what="The history could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {data === undefined ? null : (
        <ol className={classes.history}>
          {data.data.map(({ at, by, action, changes, reason }) => (
            <li key={`${at} ${action}`}>
              <p>
                <strong>{actionWords(action)}</strong> by {by},{' '}
                <span className={classes.muted}>
                  <TimeText instant={at} toThe="minute" relative />
                </span>
              </p>
              {reason === '' ? null : <p>“{reason}”</p>}
              <ChangeList changes={changes} />
            </li>
          ))}
          {data.data.length === 0 ? <li className={classes.muted}>Nothing has been changed yet.</li> : null}
        </ol>
      )}
    </Panel>
  );
}
