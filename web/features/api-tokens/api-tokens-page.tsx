import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiToken, TOKEN_DAYS, TOKEN_NAME_LENGTH, type TokenRequest } from '#contract/api-tokens.ts';
import { SCOPE_AREAS, type ScopeArea, TOKEN_SCOPES, type TokenScope } from '#contract/token-scopes.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { ApiError } from '../../lib/api-error.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { AREA_WORDS, describeScopes } from '../../lib/scope-words.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { PageNote } from '../../ui/page-note.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './api-tokens.module.css';
import {
  approveRequest,
  declineRequest,
  makeToken,
  revokeToken,
  TOKENS_KEY,
  tokenRequestsQuery,
  tokensQuery,
} from './api-tokens-api.ts';
import { apiTokensPageStrings as strings } from './api-tokens-strings.ts';

/**
 * The page `/app/api-tokens`: the tokens with which programs use the user's account
 * (docs/business-rules.md#standings-and-tokens).
 */
export function ApiTokensPage() {
  const user = useCurrentUser();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<MadeToken | null>(null);
  const canMake = user !== null && !user.demo && user.viewed_by === '';
  return (
    <>
      <PageTitle
        title={strings.title}
        context={strings.context}
        actions={
          canMake ? (
            <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setMaking(true)}>
              {strings.createToken}
            </Button>
          ) : null
        }
      />
      {user?.demo ? <PageNote>{strings.demoNote}</PageNote> : null}
      {made ? (
        <section className={classes.secret} role="status">
          <p>
            {interpolate(made.pending ? strings.secretNotePending : strings.secretNote, {
              copySecret: <strong>{interpolate(strings.copySecret, { name: made.name })}</strong>,
            })}
          </p>
          <Identifier value={made.secret} name="token" whole />
        </section>
      ) : null}
      {user?.role === 'admin' ? <TokenRequests canDecide={canMake} /> : null}
      <TokensPanel canChange={canMake} />
      {isMaking && user ? (
        <TokenForm
          maker={{ isAdmin: user.role === 'admin', canWrite: user.standing !== 'viewer' }}
          onMade={setMade}
          onClose={() => setMaking(false)}
        />
      ) : null}
    </>
  );
}

const revokePlan = ({ id, name }: ApiToken): ConfirmedActionPlan => ({
  title: interpolate(strings.revokeToken, { name }),
  confirmLabel: strings.revoke,
  isDangerous: true,
  text: <p>{strings.revokeText}</p>,
  run: async () => {
    await revokeToken(id);
    return interpolate(strings.revoked, { name });
  },
});

function TokensPanel({ canChange }: { canChange: boolean }) {
  const { data: tokens, error, isFetching, refetch } = useQuery(tokensQuery);
  const [asked, setAsked] = useState<ApiToken | null>(null);
  return (
    <Panel title={strings.yourTokens} context={strings.yourTokensContext}>
      {tokens?.length === 0 ? (
        <EmptyState title={strings.emptyTitle}>{canChange ? strings.empty : undefined}</EmptyState>
      ) : null}
      {tokens && tokens.length > 0 ? (
        <ul className={classes.list}>
          {tokens.map((token) => (
            <TokenItem key={token.id} token={token} onRevoke={canChange ? () => setAsked(token) : null} />
          ))}
        </ul>
      ) : null}
      {error && !tokens ? (
        <ErrorState
          what={strings.tokensFailed}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {tokens || error ? null : <LinesSkeleton lines={3} />}
      <ConfirmedAction plan={asked && revokePlan(asked)} topic={TOKENS_KEY} onClose={() => setAsked(null)} />
    </Panel>
  );
}

function TokenItem({ token, onRevoke }: { token: ApiToken; onRevoke: (() => void) | null }) {
  const { name, prefix, scopes, addresses, pending, expires_at: end, last_used_at: used, expired } = token;
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <span>
          <strong>{name}</strong> {expired ? <StateTag>{strings.expired}</StateTag> : null}
          {pending && !expired ? <StateTag tone="warning">{strings.awaitingApproval}</StateTag> : null}
        </span>
        <small>
          {interpolate(expired ? strings.tokenExpired : strings.tokenExpires, {
            prefix,
            end: <TimeText instant={end} />,
          })}
        </small>
        <small>{describeScopes(scopes)}</small>
        {addresses.length > 0 ? (
          <small>{interpolate(strings.onlyFrom, { addresses: addresses.join(', ') })}</small>
        ) : null}
        <small>
          {used === null
            ? strings.neverUsed
            : interpolate(strings.lastUsed, { used: <TimeText instant={used} relative /> })}
        </small>
      </div>
      {onRevoke ? (
        <Button variant="default" size="xs" onClick={onRevoke} aria-label={interpolate(strings.revokeToken, { name })}>
          {strings.revoke}
        </Button>
      ) : null}
    </li>
  );
}

/**
 * Requests for tokens with write access to money, for the administrators who approve these requests. Renders nothing if
 * there are none.
 */
function TokenRequests({ canDecide }: { canDecide: boolean }) {
  const { data: requests, error } = useQuery(tokenRequestsQuery);
  const [plan, setPlan] = useState<ConfirmedActionPlan | null>(null);
  const isEmpty = requests === undefined || requests.length === 0;
  if (isEmpty && error === null && plan === null) return null;
  return (
    <Panel title={strings.tokenRequests} context={strings.tokenRequestsContext}>
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
  title: interpolate(strings.approveTitle, { name }),
  confirmLabel: strings.approve,
  text: interpolate(strings.approveText, { owner, scopes: describeScopes(scopes) }),
  run: async () => {
    await approveRequest(id);
    return interpolate(strings.approved, { name });
  },
});

const declinePlan = ({ id, name }: TokenRequest): ConfirmedActionPlan => ({
  title: interpolate(strings.declineTitle, { name }),
  confirmLabel: strings.decline,
  isDangerous: true,
  text: strings.declineText,
  run: async () => {
    await declineRequest(id);
    return interpolate(strings.declined, { name });
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
        <small>{interpolate(strings.requestExpires, { owner, prefix, end: <TimeText instant={end} /> })}</small>
        <small>{describeScopes(scopes)}</small>
      </div>
      {onAct ? (
        <>
          {mayApprove ? (
            <Button
              size="xs"
              onClick={() => onAct(approvalPlan(request))}
              aria-label={interpolate(strings.approveToken, { name })}
            >
              {strings.approve}
            </Button>
          ) : null}
          <Button
            variant="default"
            size="xs"
            onClick={() => onAct(declinePlan(request))}
            aria-label={interpolate(strings.declineToken, { name })}
          >
            {strings.decline}
          </Button>
        </>
      ) : null}
    </li>
  );
}

const LENGTHS = [
  ...[7, 30, TOKEN_DAYS.usual, 180].map((days) => ({ value: String(days), label: counted(days, NOUNS.day) })),
  { value: String(TOKEN_DAYS.most), label: strings.oneYear },
];

const NO_ACCESS = strings.accessMissing;

/** The rights of the user who creates the token. The form offers only scopes that the user's role can have. */
type Maker = { readonly isAdmin: boolean; readonly canWrite: boolean };

const areasOf = ({ isAdmin }: Maker): readonly ScopeArea[] =>
  SCOPE_AREAS.filter((area) => isAdmin || !['people', 'system'].includes(area));

const accessOf = (area: ScopeArea, { isAdmin, canWrite }: Maker) => [
  { value: '', label: strings.noAccess },
  { value: 'read', label: strings.read },
  ...(canWrite && (isAdmin || area !== 'money') ? [{ value: 'read write', label: strings.readAndWrite }] : []),
];

const scopesOf = (draft: Readonly<Record<string, string>>): TokenScope[] =>
  TOKEN_SCOPES.filter((scope) => {
    const [area = '', right = ''] = scope.split(':');
    return draft[area]?.split(' ').includes(right) === true;
  });

const tokenPlan = (maker: Maker, onMade: (made: MadeToken) => void): FormPlan => ({
  id: 'new',
  title: strings.formTitle,
  context: strings.formContext,
  submitLabel: strings.create,
  start: { name: '', scopes: '', addresses: '', reports: 'read', days: String(TOKEN_DAYS.usual) },
  fields: ({ draft, change, errors }) => (
    <>
      <TextInput
        label={strings.name}
        description={strings.nameHint}
        placeholder={strings.namePlaceholder}
        maxLength={TOKEN_NAME_LENGTH}
        required
        data-autofocus
        value={draft.name ?? ''}
        error={errors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <fieldset className={classes.scopes} aria-describedby={errors.scopes ? 'scopes-error' : undefined}>
        <legend>{strings.access}</legend>
        {areasOf(maker).map((area) => (
          <NativeSelect
            key={area}
            label={AREA_WORDS[area].name}
            description={AREA_WORDS[area].holds}
            data={accessOf(area, maker)}
            value={draft[area] ?? ''}
            onChange={(event) => change({ [area]: event.currentTarget.value })}
          />
        ))}
        {draft.money === 'read write' ? <p>{strings.approvalNote}</p> : null}
        {errors.scopes ? (
          <p id="scopes-error" role="alert" className={classes.fault}>
            {errors.scopes}
          </p>
        ) : null}
      </fieldset>
      <TextInput
        label={strings.allowedAddresses}
        description={strings.allowedAddressesHint}
        placeholder="203.0.113.7, 10.0.0.0/8"
        value={draft.addresses ?? ''}
        error={errors.addresses}
        onChange={(event) => change({ addresses: event.currentTarget.value })}
      />
      <NativeSelect
        label={strings.expiresAfter}
        data={LENGTHS}
        value={draft.days ?? ''}
        error={errors.days}
        onChange={(event) => change({ days: event.currentTarget.value })}
      />
    </>
  ),
  submit: async ({ name = '', days, addresses: typed = '', ...draft }) => {
    const scopes = scopesOf(draft);
    if (scopes.length === 0) throw new ApiError(400, NO_ACCESS, null, null, { scopes: NO_ACCESS });
    const addresses = typed.split(/[\s,;]+/).filter(Boolean);
    const made = await makeToken({ name, scopes, addresses, days: Number(days) });
    onMade({ secret: made.token, name: made.name, pending: made.pending });
    return interpolate(strings.created, { name: made.name });
  },
});

type MadeToken = { readonly secret: string; readonly name: string; readonly pending: boolean };
type TokenFormProps = { maker: Maker; onMade: (made: MadeToken) => void; onClose: () => void };

const TokenForm = ({ maker, onMade, onClose }: TokenFormProps) => (
  <SchemaForm plan={tokenPlan(maker, onMade)} topic={TOKENS_KEY} onClose={onClose} />
);
