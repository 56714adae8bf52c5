import { IconCloudCheck, IconCloudX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../lib/formatters.ts';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './audit.module.css';
import { streamQuery } from './audit-api.ts';

/** Reports how much of the log has reached its receiver. Renders nothing without a receiver. */
export function StreamState() {
  const { data, isError } = useQuery(streamQuery());
  if (data === undefined) return isError ? <p>The state of the audit stream could not be read.</p> : null;
  if (data.state === 'off') return null;
  const {
    state,
    receiver,
    last_delivered_at: deliveredAt,
    waiting,
    failing_since: failingSince,
    last_error: why,
  } = data;
  const isFailing = state === 'failing' && failingSince !== null;
  const Icon = isFailing ? IconCloudX : IconCloudCheck;
  return (
    <section className={`${classes.verdict} ${isFailing ? classes.broken : ''}`} aria-label="Audit stream">
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <div>
        <strong>{isFailing ? `Delivery to ${receiver} is failing` : `Delivered to ${receiver}`}</strong>
        <p>
          Last delivered: {deliveredAt === null ? 'never' : <TimeText instant={deliveredAt} />}; {formatCount(waiting)}{' '}
          {waiting === 1 ? 'entry' : 'entries'} waiting.
        </p>
        {isFailing ? (
          <p>
            Failing since <TimeText instant={failingSince} />. {why} Entries are sent again automatically.
          </p>
        ) : null}
      </div>
    </section>
  );
}
