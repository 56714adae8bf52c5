import { formatDateTime, formatDateTimeZone, formatRelative } from '../lib/formatters.ts';
import { useNow } from '../lib/use-now.ts';

/** An instant in the reader's zone, with the zone on hover; `relative` adds '3 min. ago' beside it. */
export function TimeText({ instant, relative = false }: { instant: string; relative?: boolean }) {
  return (
    <time dateTime={instant} title={formatDateTimeZone(instant)}>
      {formatDateTime(instant)}
      {relative ? <RelativeText instant={instant} /> : null}
    </time>
  );
}

function RelativeText({ instant }: { instant: string }) {
  return <span style={{ color: 'var(--vb-text-muted)' }}> ({formatRelative(instant, useNow())})</span>;
}
