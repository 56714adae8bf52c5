import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { NativeSelect, Radio, TextInput } from '@mantine/core';
import { TOKEN_DAYS, TOKEN_NAME_LENGTH } from '#contract/api-tokens.ts';
import { type FormPlan, PlannedForm } from '../../ui/planned-form.tsx';
import classes from './api-tokens.module.css';
import { makeToken, TOKENS_KEY } from './api-tokens-api.ts';

const LENGTHS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: String(TOKEN_DAYS.usual), label: `${TOKEN_DAYS.usual} days` },
  { value: '180', label: '180 days' },
  { value: String(TOKEN_DAYS.most), label: 'A year' },
];

const tokenPlan = (onMade: (secret: string, name: string) => void): FormPlan => ({
  id: 'new',
  title: 'Make an API token',
  context: 'Its secret is shown once, right after this.',
  submitLabel: 'Make token',
  start: { name: '', rights: 'reads', days: String(TOKEN_DAYS.usual) },
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
      <Radio.Group
        label="What it may do"
        value={draft.rights ?? 'reads'}
        onChange={(rights) => change({ rights })}
        error={errors.reads_only}
      >
        <div className={classes.choices}>
          <Radio value="reads" label="Read only" description="Figures, lists and exports; it changes nothing" />
          <Radio value="all" label="All that you may do" description="But no passwords, accounts or other tokens" />
        </div>
      </Radio.Group>
      <NativeSelect
        label="Good for"
        data={LENGTHS}
        value={draft.days ?? ''}
        error={errors.days}
        onChange={(event) => change({ days: event.currentTarget.value })}
      />
    </>
  ),
  submit: async ({ name = '', rights, days }) => {
    const made = await makeToken({ name, reads_only: rights !== 'all', days: Number(days) });
    onMade(made.token, made.name);
    return `${made.name} was made`;
  },
});

type TokenFormProps = { onMade: (secret: string, name: string) => void; onClose: () => void };

export const TokenForm = ({ onMade, onClose }: TokenFormProps) => (
  <PlannedForm plan={tokenPlan(onMade)} topic={TOKENS_KEY} onClose={onClose} />
);
