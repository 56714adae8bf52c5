import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCount, formatDay } from '../../lib/formatters.ts';
import { AskedPanel } from '../../ui/asked-panel.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './money.module.css';
import { objectionsQuery } from './money-api.ts';

/** The most objections that the panel lists. The traffic screen lists all. */
const MOST_SHOWN = 10;

/** Objections that wait for a decision. Accepting one creates an adjustment. */
export function ObjectionsWaiting() {
  const answer = useQuery(objectionsQuery);
  return (
    <AskedPanel
      title="Objections waiting"
      context="An accepted one credits both sides"
      answer={answer}
      actions={
        <Button variant="default" size="xs" renderRoot={(props) => <Link {...props} to="/admin/traffic" />}>
          Decide
        </Button>
      }
    >
      {(objections) =>
        objections.length === 0 ? (
          <EmptyState title="No objection waits">They are raised at what was judged as invalid.</EmptyState>
        ) : (
          <ul className={classes.list}>
            {objections.slice(0, MOST_SHOWN).map(({ id, customer, outlet, day, words, raised_at: at }) => (
              <li key={id}>
                <strong>{customer ?? outlet}</strong>, {outlet}, {formatDay(day)}: {words}{' '}
                <TimeText instant={at} toThe="date" />
              </li>
            ))}
            {objections.length > MOST_SHOWN && <li>and {formatCount(objections.length - MOST_SHOWN)} more</li>}
          </ul>
        )
      }
    </AskedPanel>
  );
}
