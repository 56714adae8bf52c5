import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TokenRequest } from '#contract/api-tokens.ts';
import { describeScopes } from '../../lib/scope-words.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './api-tokens.module.css';
import { approveRequest, declineRequest, TOKENS_KEY, tokenRequestsQuery } from './api-tokens-api.ts';

/** Tokens that write money, for the administrators who approve them. Renders nothing if no token waits. */
export function TokenRequests({ canDecide }: { canDecide: boolean }) {
  const { data: requests, error } = useQuery(tokenRequestsQuery);
  const [plan, setPlan] = useState<ConfirmedActionPlan | null>(null);
  const isEmpty = requests === undefined || requests.length === 0;
  if (isEmpty && error === null && plan === null) return null;
  return (
    <Panel title="Token requests" context="Tokens that write money need the approval of a second administrator">
      <AlertMessage text={error?.message ?? null} />
      <ul className={classes.list}>
        {requests?.map((request) => (
          <RequestItem key={request.id} request={request} onAct={canDecide ? setPlan : null} />
        ))}
      </ul>
      <ConfirmedAction plan={plan} topic={TOKENS_KEY} onClose={() => setPlan(null)} />
    </Panel>
  );
}

const approvalPlan = ({ id, name, owner, scopes }: TokenRequest): ConfirmedActionPlan => ({
  title: `Approve ${name}?`,
  confirmLabel: 'Approve',
  text: `${owner} made this token. A program will use it without further confirmation. Access: ${describeScopes(scopes)}.`,
  run: async () => {
    await approveRequest(id);
    return `${name} was approved`;
  },
});

const declinePlan = ({ id, name }: TokenRequest): ConfirmedActionPlan => ({
  title: `Decline ${name}?`,
  confirmLabel: 'Decline',
  isDangerous: true,
  text: 'The token is revoked.',
  run: async () => {
    await declineRequest(id);
    return `${name} was declined`;
  },
});

function RequestItem({
  request,
  onAct,
}: {
  request: TokenRequest;
  onAct: ((plan: ConfirmedActionPlan) => void) | null;
}) {
  const { name, owner, prefix, scopes, expires_at: end, may_approve: mayApprove } = request;
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <strong>{name}</strong>
        <small>
          {owner} · {prefix}… · ends <TimeText instant={end} />
        </small>
        <small>{describeScopes(scopes)}</small>
      </div>
      {onAct ? (
        <>
          {mayApprove ? (
            <Button size="xs" onClick={() => onAct(approvalPlan(request))} aria-label={`Approve ${name}`}>
              Approve
            </Button>
          ) : null}
          <Button
            variant="default"
            size="xs"
            onClick={() => onAct(declinePlan(request))}
            aria-label={`Decline ${name}`}
          >
            Decline
          </Button>
        </>
      ) : null}
    </li>
  );
}
