import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Radio, TextInput } from '@mantine/core';
import { interpolate } from '../../lib/interpolate.ts';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { COLLEAGUES_KEY, sendColleague } from './colleagues-api.ts';
import { STANDING_CHOICES } from './user-words.ts';
import classes from './users.module.css';
import { colleaguePlanStrings as strings } from './users-strings.ts';

const FIELDS = [
  { name: 'first_name', label: strings.firstName, most: 80, type: 'text' },
  { name: 'last_name', label: strings.lastName, most: 80, type: 'text' },
  { name: 'email', label: strings.email, most: 254, type: 'email' },
] as const;

const PLAN: FormPlan = {
  id: 'new',
  title: strings.inviteColleague,
  context: strings.context,
  submitLabel: strings.sendInvitation,
  start: { first_name: '', last_name: '', email: '', standing: 'viewer' },
  fields: ({ draft, change, errors }) => (
    <>
      {FIELDS.map(({ name, label, most, type }) => (
        <TextInput
          key={name}
          label={label}
          type={type}
          autoComplete="off"
          maxLength={most}
          required={name === 'email'}
          value={draft[name] ?? ''}
          error={errors[name]}
          onChange={(event) => change({ [name]: event.currentTarget.value })}
          {...(name === 'first_name' ? { 'data-autofocus': true } : {})}
        />
      ))}
      <Radio.Group
        label={strings.accessLevel}
        value={draft.standing ?? 'viewer'}
        onChange={(standing) => change({ standing })}
        error={errors.standing}
      >
        <div className={classes.choices}>
          {STANDING_CHOICES.map(({ value, label, description }) => (
            <Radio key={value} value={value} label={label} description={description} />
          ))}
        </div>
      </Radio.Group>
    </>
  ),
  submit: async ({ first_name = '', last_name = '', email = '', standing }) => {
    const sent = await sendColleague({
      first_name,
      last_name,
      email,
      standing: standing === 'manager' ? 'manager' : 'viewer',
    });
    return interpolate(strings.invited, { email: sent.email });
  },
};

export const ColleagueForm = ({ onClose }: { onClose: () => void }) => (
  <SchemaForm plan={PLAN} topic={COLLEAGUES_KEY} onClose={onClose} />
);
