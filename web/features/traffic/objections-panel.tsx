import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Objection } from '#contract/objections.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import { formatCount, formatDay, formatDollars } from '../../lib/formatters.ts';
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
import { objectionsQuery } from './traffic-api.ts';

type ObjectionsPanelProps = { onDecide: ((objection: Objection, isAccepted: boolean) => void) | null };

/** The size of a page, as in all lists. */
const ROWS = 10;
const TONES = { open: 'warning', accepted: 'good', declined: 'neutral' } as const;
const STATES = { open: 'Open', accepted: 'Accepted', declined: 'Declined' } as const;

/** The objections, open ones first. */
export function ObjectionsPanel({ onDecide }: ObjectionsPanelProps) {
  const { data: objections, error, isFetching, refetch } = useQuery(objectionsQuery);
  const address = useTableAddress('objections');
  const page = Number(address.search.objections ?? 1);
  const open = objections?.filter(({ state }) => state === 'open').length ?? 0;
  const context = `${open === 0 ? '' : `${formatCount(open)} open. `}An accepted one credits both sides, once`;
  return (
    <Panel title="Objections" context={context}>
      {objections?.length === 0 ? (
        <EmptyState title="No objections">
          {onDecide === null
            ? 'To object to a judgement, open its day above and press Object at the outlet.'
            : 'What owners and advertisers object to waits here.'}
        </EmptyState>
      ) : null}
      {objections && objections.length > 0 ? (
        <ul className={classes.list}>
          {objections.slice((page - 1) * ROWS, page * ROWS).map((objection) => (
            <ObjectionItem key={objection.id} objection={objection} onDecide={onDecide} />
          ))}
        </ul>
      ) : null}
      {objections && objections.length > 0 ? (
        <PageLinks
          nouns={['objection', 'objections']}
          page={page}
          limit={ROWS}
          total={objections.length}
          hrefOf={address.hrefOf}
          onPage={address.openPage}
        />
      ) : null}
      {error && !objections ? (
        <ErrorState
          what="Objections could not be loaded."
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {objections || error ? null : <LinesSkeleton lines={3} />}
    </Panel>
  );
}

function ObjectionItem({ objection, onDecide }: { objection: Objection } & ObjectionsPanelProps) {
  const { state, outlet, day, reason, words, answer, customer, credited } = objection;
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <span>
          <strong>{outlet}</strong>, {formatDay(day)}: {REASON_WORDS[reason]}{' '}
          <StateTag tone={TONES[state]}>{STATES[state]}</StateTag>
        </span>
        <p>{words}</p>
        {answer === '' ? null : <p>Answer: {answer}</p>}
        <small>
          {customer === undefined ? '' : `${customer}, `}
          <EmailText address={objection.raised_by} />, <TimeText instant={objection.raised_at} toThe="minute" />
          {credited === null ? '' : `, credited ${formatDollars(credited)}`}
        </small>
      </div>
      {onDecide !== null && state === 'open' ? (
        <div className={classes.buttons}>
          <Button
            size="xs"
            onClick={() => onDecide(objection, true)}
            aria-label={`Accept for ${outlet}, ${formatDay(day)}`}
          >
            Accept
          </Button>
          <Button
            variant="default"
            size="xs"
            onClick={() => onDecide(objection, false)}
            aria-label={`Decline for ${outlet}, ${formatDay(day)}`}
          >
            Decline
          </Button>
        </div>
      ) : null}
    </li>
  );
}
