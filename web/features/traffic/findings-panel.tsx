import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TrafficFinding } from '#contract/traffic-findings.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import { formatCounted, formatDollars } from '../../lib/formatters.ts';
import { useTableAddress } from '../../lib/table-search.ts';
import { EmailText } from '../../ui/email-text.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageLinks } from '../../ui/page-links.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './traffic.module.css';
import { type FindingStep, findingsQuery, sendFindingStep, TRAFFIC_KEY } from './traffic-api.ts';

/** Rows per page, as in all lists. */
const ROWS = 10;
const MODES = { flag: 'Alert only', invalidate: 'Not counted' } as const;

/**
 * The statistical rules' findings. An administrator proposes a credit for counted events, and another administrator
 * approves it.
 */
export function FindingsPanel() {
  const address = useTableAddress('findings');
  const page = Number(address.search.findings ?? 1);
  const { data, error, isFetching, refetch } = useQuery(findingsQuery(String(page)));
  const client = useQueryClient();
  const step = useMutation({
    mutationFn: ({ id, name }: { id: string; name: FindingStep }) => sendFindingStep(id, name),
    onSettled: () => client.invalidateQueries({ queryKey: TRAFFIC_KEY }),
  });
  return (
    <Panel title="Findings" context="Patterns that the statistical rules found. A credit takes back what counted">
      {data?.total === 0 ? (
        <EmptyState title="No findings">Patterns appear here when a statistical rule finds one.</EmptyState>
      ) : null}
      {data && data.total > 0 ? (
        <>
          <ul className={classes.list}>
            {data.data.map((finding) => (
              <FindingItem
                key={finding.id}
                finding={finding}
                isPending={step.isPending && step.variables.id === finding.id}
                problem={step.variables?.id === finding.id ? (step.error?.message ?? '') : ''}
                onStep={(name) => step.mutate({ id: finding.id, name })}
              />
            ))}
          </ul>
          <PageLinks
            nouns={['finding', 'findings']}
            page={page}
            limit={ROWS}
            total={data.total}
            hrefOf={address.hrefOf}
            onPage={address.openPage}
          />
        </>
      ) : null}
      {error && !data ? (
        <ErrorState
          what="Findings could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {data || error ? null : <LinesSkeleton lines={3} />}
    </Panel>
  );
}

type ItemProps = {
  finding: TrafficFinding;
  isPending: boolean;
  problem: string;
  onStep: (name: FindingStep) => void;
};

function FindingItem({ finding, isPending, problem, onStep }: ItemProps) {
  const { adjustment_id: adjustment, ended_at: ended, events, flight, mode, outlet, proposal, rule } = finding;
  const about = `${REASON_WORDS[rule]} at ${outlet}`;
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <span>
          <strong>{outlet}</strong>: {REASON_WORDS[rule]}
          {flight === '' ? '' : `, ${flight}`}{' '}
          <StateTag tone={ended === null ? 'warning' : 'neutral'}>{ended === null ? 'Ongoing' : 'Ended'}</StateTag>
        </span>
        <small>
          {formatCounted(events, 'event')} ({MODES[mode].toLowerCase()}),{' '}
          <TimeText instant={finding.first_at} toThe="minute" /> to{' '}
          <TimeText instant={finding.last_at} toThe="minute" />
        </small>
        {proposal === null ? null : (
          <small>
            {adjustment === null ? 'Proposed credit' : 'Credited'}: {formatCounted(proposal.events, 'event')} that
            counted, {formatDollars(proposal.amount)} to advertisers, {formatDollars(proposal.owner_amount)} from
            owners, by <EmailText address={proposal.by} />, <TimeText instant={proposal.at} toThe="minute" />
          </small>
        )}
        {proposal !== null && adjustment === null && !proposal.may_approve ? (
          <small>Another administrator approves it.</small>
        ) : null}
        {problem === '' ? null : <p role="alert">{problem}</p>}
      </div>
      {adjustment === null ? (
        <div className={classes.buttons}>
          {proposal === null ? (
            <Button
              variant="default"
              size="xs"
              loading={isPending}
              onClick={() => onStep('propose')}
              aria-label={`Propose a credit: ${about}`}
            >
              Propose credit
            </Button>
          ) : (
            <>
              <Button
                size="xs"
                loading={isPending}
                disabled={!proposal.may_approve}
                onClick={() => onStep('approve')}
                aria-label={`Approve the credit: ${about}`}
              >
                Approve
              </Button>
              <Button
                variant="default"
                size="xs"
                disabled={isPending}
                onClick={() => onStep('decline')}
                aria-label={`Decline the credit: ${about}`}
              >
                Decline
              </Button>
            </>
          )}
        </div>
      ) : null}
    </li>
  );
}
