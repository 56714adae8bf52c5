import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useDraft } from '../../lib/draft.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { dayIn } from '../../lib/formatters.ts';
import { publicConfigQuery } from '../../lib/public-config.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StaleNote } from '../../ui/stale-note.tsx';
import classes from './trial.module.css';
import { sendContractTrial } from './trial-api.ts';
import { firstDraft, type TrialDraft, trialOf } from './trial-draft.ts';
import { TrialForm } from './trial-form.tsx';
import { TrialResult } from './trial-result.tsx';

/** Fields whose errors the form shows beside their inputs. */
const FIELDS = [
  ...['from', 'to', 'share_percent', 'share_cid', 'price_change_percent', 'flight', 'price_model', 'price'],
  ...['rules.visitor_seconds', 'rules.silent_minutes', 'rules.backfill_hours'],
];

/**
 * `/admin/money/trial`: replays a past range under other contracts, without writing anything
 * (docs/business-rules.md#money).
 */
export function TrialPage() {
  const { data, error, isFetching, refetch } = useQuery(publicConfigQuery);
  return (
    <>
      <PageTitle
        title="Contract trial"
        context="A past range under other shares, prices or rules; nothing is changed"
      />
      <div className={classes.panels}>
        {data ? (
          <Trial zone={data.network_time_zone} />
        ) : (
          <Panel title="What is tried" context="What is left empty stays as it was">
            {error ? (
              <ErrorState
                what="The network’s time zone could not be loaded."
                message={error.message}
                onRetry={() => void refetch()}
                isRetrying={isFetching}
              />
            ) : (
              <LinesSkeleton lines={6} />
            )}
          </Panel>
        )}
      </div>
    </>
  );
}

/** The form and its result. Days are those of the network's time zone, in which the range is replayed. */
function Trial({ zone }: { zone: string }) {
  const [start] = useState(() => firstDraft(dayIn(new Date(), zone)));
  const draft = useDraft<TrialDraft>('contract-trial', useCurrentUser()?.id ?? '', start);
  const running = useRef<AbortController | null>(null);
  const trying = useMutation({
    meta: { errors: 'own' },
    mutationFn: async (wanted: TrialDraft) => {
      running.current = new AbortController();
      return sendContractTrial(trialOf(wanted), running.current.signal);
    },
    // The submitted draft has its result, so leaving warns only about later changes.
    onSuccess: (_, wanted) => draft.rebase(wanted),
  });
  useEffect(() => () => running.current?.abort(), []);
  const giveUp = () => {
    running.current?.abort();
    trying.reset();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!trying.isPending) trying.mutate(draft.fields);
  };
  const { fields, form } = formErrors(trying.error, FIELDS);
  return (
    <>
      <Panel title="What is tried" context="What is left empty stays as it was">
        <form noValidate onSubmit={submit}>
          {draft.wasKept ? <StaleNote onClear={draft.clear} /> : null}
          <TrialForm draft={draft.fields} errors={fields} onChange={draft.change} />
          {form === null ? null : <p role="alert">{form}</p>}
          {trying.isPending ? (
            <Button variant="default" onClick={giveUp}>
              Give up the trial
            </Button>
          ) : (
            <Button type="submit">Try it</Button>
          )}
          <div role="status">{trying.isPending ? <p>Day after day is replayed…</p> : null}</div>
        </form>
      </Panel>
      {trying.data ? <TrialResult result={trying.data} tried={trialOf(trying.variables)} /> : null}
    </>
  );
}
