import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { NativeSelect, TextInput } from '@mantine/core';
import { TOKEN_DAYS, TOKEN_NAME_LENGTH } from '#contract/api-tokens.ts';
import { SCOPE_AREAS, type ScopeArea, TOKEN_SCOPES, type TokenScope } from '#contract/token-scopes.ts';
import { ApiError } from '../../lib/api-error.ts';
import { AREA_WORDS } from '../../lib/scope-words.ts';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import classes from './api-tokens.module.css';
import { makeToken, TOKENS_KEY } from './api-tokens-api.ts';

const LENGTHS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: String(TOKEN_DAYS.usual), label: `${TOKEN_DAYS.usual} days` },
  { value: '180', label: '180 days' },
  { value: String(TOKEN_DAYS.most), label: 'A year' },
];

const NO_ACCESS = 'Give the token access to at least one area.';

/** The rights of the user who creates the token. The form offers no scope that the role can never have. */
export type Maker = { readonly isAdmin: boolean; readonly canWrite: boolean };

const areasOf = ({ isAdmin }: Maker): readonly ScopeArea[] =>
  SCOPE_AREAS.filter((area) => isAdmin || !['people', 'system'].includes(area));

const accessOf = (area: ScopeArea, { isAdmin, canWrite }: Maker) => [
  { value: '', label: 'No access' },
  { value: 'read', label: 'Read' },
  ...(canWrite && (isAdmin || area !== 'money') ? [{ value: 'read write', label: 'Read and write' }] : []),
];

const scopesOf = (draft: Readonly<Record<string, string>>): TokenScope[] =>
  TOKEN_SCOPES.filter((scope) => {
    const [area = '', right = ''] = scope.split(':');
    return draft[area]?.split(' ').includes(right) === true;
  });

const tokenPlan = (maker: Maker, onMade: (made: MadeToken) => void): FormPlan => ({
  id: 'new',
  title: 'Make an API token',
  context: 'Its secret is shown once, right after this.',
  submitLabel: 'Make token',
  start: { name: '', scopes: '', addresses: '', reports: 'read', days: String(TOKEN_DAYS.usual) },
  fields: ({ draft, change, errors }) => (
    <>
      <TextInput
        label="Name"
        description="The program or place that will use it"
        placeholder="Nightly report"
        maxLength={TOKEN_NAME_LENGTH}
        required
        data-autofocus
        value={draft.name ?? ''}
        error={errors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <fieldset className={classes.scopes} aria-describedby={errors.scopes ? 'scopes-error' : undefined}>
        <legend>Access</legend>
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
        {draft.money === 'read write' ? <p>This token works after another administrator approves it.</p> : null}
        {errors.scopes ? (
          <p id="scopes-error" role="alert" className={classes.fault}>
            {errors.scopes}
          </p>
        ) : null}
      </fieldset>
      <TextInput
        label="Allowed addresses"
        description="Addresses or networks, with commas. Leave empty to allow any address."
        placeholder="203.0.113.7, 10.0.0.0/8"
        value={draft.addresses ?? ''}
        error={errors.addresses}
        onChange={(event) => change({ addresses: event.currentTarget.value })}
      />
      <NativeSelect
        label="Good for"
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
    return `${made.name} was made`;
  },
});

export type MadeToken = { readonly secret: string; readonly name: string; readonly pending: boolean };
type TokenFormProps = { maker: Maker; onMade: (made: MadeToken) => void; onClose: () => void };

export const TokenForm = ({ maker, onMade, onClose }: TokenFormProps) => (
  <SchemaForm plan={tokenPlan(maker, onMade)} topic={TOKENS_KEY} onClose={onClose} />
);
