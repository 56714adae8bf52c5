import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TrafficFinding } from '#contract/traffic-findings.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import { formatDollars } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useTableAddress } from '../../lib/table-address.ts';
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
import { findingsPanelStrings as strings } from './traffic-strings.ts';

/** Rows per page, as in all lists. */
const ROWS = 10;
const MODES = { flag: strings.modeFlag, invalidate: strings.modeInvalidate } as const;

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
    <Panel title={strings.findings} context={strings.context}>
      {data?.total === 0 ? <EmptyState title={strings.emptyTitle}>{strings.emptyText}</EmptyState> : null}
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
            noun={NOUNS.finding}
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
          what={strings.loadFailed}
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
  const about = interpolate(strings.ruleAtOutlet, { rule: REASON_WORDS[rule], outlet });
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <span>
          {flight === ''
            ? interpolate(strings.findingName, { outlet: <strong>{outlet}</strong>, rule: REASON_WORDS[rule] })
            : interpolate(strings.findingNameFlight, {
                outlet: <strong>{outlet}</strong>,
                rule: REASON_WORDS[rule],
                flight,
              })}{' '}
          <StateTag tone={ended === null ? 'warning' : 'neutral'}>
            {ended === null ? strings.ongoing : strings.ended}
          </StateTag>
        </span>
        <small>
          {interpolate(strings.summary, {
            events: counted(events, NOUNS.event),
            mode: MODES[mode],
            firstAt: <TimeText instant={finding.first_at} toThe="minute" />,
            lastAt: <TimeText instant={finding.last_at} toThe="minute" />,
          })}
        </small>
        {proposal === null ? null : (
          <small>
            {interpolate(adjustment === null ? strings.proposedCredit : strings.credited, {
              events: counted(proposal.events, strings.validEvent),
              amount: formatDollars(proposal.amount),
              ownerAmount: formatDollars(proposal.owner_amount),
              by: <EmailText address={proposal.by} />,
              at: <TimeText instant={proposal.at} toThe="minute" />,
            })}
          </small>
        )}
        {proposal !== null && adjustment === null && !proposal.may_approve ? (
          <small>{strings.needsAnotherAdministrator}</small>
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
              aria-label={interpolate(strings.proposeCreditFor, { about })}
            >
              {strings.proposeCredit}
            </Button>
          ) : (
            <>
              <Button
                size="xs"
                loading={isPending}
                disabled={!proposal.may_approve}
                onClick={() => onStep('approve')}
                aria-label={interpolate(strings.approveCreditFor, { about })}
              >
                {strings.approve}
              </Button>
              <Button
                variant="default"
                size="xs"
                disabled={isPending}
                onClick={() => onStep('decline')}
                aria-label={interpolate(strings.declineCreditFor, { about })}
              >
                {strings.decline}
              </Button>
            </>
          )}
        </div>
      ) : null}
    </li>
  );
}
