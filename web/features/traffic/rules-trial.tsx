import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { TRIAL_DAYS, type TrafficRules, type TrafficTrial } from '#contract/traffic-rules.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import { formatCount, formatCounted, formatDollars } from '../../lib/formatters.ts';
import classes from './traffic.module.css';
import { sendTrial } from './traffic-api.ts';

/** The results that the typed rules would have had, before the user saves them. The trial can be canceled. */
export function RulesTrial({ rulesOf }: { rulesOf: () => TrafficRules }) {
  const running = useRef<AbortController | null>(null);
  const trying = useMutation({
    meta: { errors: 'own' },
    mutationFn: async () => {
      running.current = new AbortController();
      return sendTrial(rulesOf(), running.current.signal);
    },
  });
  useEffect(() => () => running.current?.abort(), []);
  const giveUp = () => {
    running.current?.abort();
    trying.reset();
  };
  return (
    <section aria-label="Trial">
      {trying.isPending ? (
        <Button variant="default" onClick={giveUp}>
          Give up the trial
        </Button>
      ) : (
        <Button variant="default" onClick={() => trying.mutate()}>
          Try on the last {TRIAL_DAYS} days
        </Button>
      )}
      <div role="status">
        {trying.isPending ? <p>Day after day is read…</p> : null}
        {trying.data ? (
          <ul className={classes.list}>
            {trying.data.data.map((row) => (
              <li key={row.reason ?? ''}>
                {`${row.reason === null ? 'Counts' : REASON_WORDS[row.reason]}: ${formatCount(row.views_before)} → ${formatCounted(row.views_after, 'view')}, ${clicksOf(row)}${formatDollars(row.amount_before)} → ${formatDollars(row.amount_after)}`}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {trying.error ? <p role="alert">{trying.error.message}</p> : null}
    </section>
  );
}

/** Empty if there are no clicks. */
const clicksOf = ({ clicks_before: before, clicks_after: after }: TrafficTrial['data'][number]): string =>
  before + after === 0 ? '' : `${formatCount(before)} → ${formatCounted(after, 'click')}, `;
