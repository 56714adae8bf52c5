import '@mantine/core/styles/PasswordInput.layer.css';
import { NativeSelect, PasswordInput, Textarea } from '@mantine/core';
import { LINK_DAYS, LINK_PASSWORD_LENGTH, type MailedFormat, type SavedReport } from '#contract/saved-reports.ts';
import { readerTimeZone } from '../../lib/formatters.ts';
import type { FormPlan } from '../../ui/schema-form.tsx';
import { mailReport, makeLink } from './saved-reports-api.ts';

const EVERY = [
  { value: 'day', label: 'Every day' },
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' },
];
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((label, index) => ({
  value: String(index + 1),
  label,
}));
const MONTH_DAYS = Array.from({ length: 31 }, (_, index) => ({
  value: String(index + 1),
  label: index === 30 ? 'the last day' : `day ${index + 1}`,
}));
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const LENGTHS = [7, LINK_DAYS.usual, 90, LINK_DAYS.most].map((days) => ({
  value: String(days),
  label: `${days} days`,
}));
const FORMATS: readonly MailedFormat[] = ['xlsx', 'csv', 'pdf'];

/** The form that schedules the mailing of a report: its times, format and recipients. */
export const mailPlan = ({ id, name }: SavedReport, email: string): FormPlan => ({
  id: `mail-report:${id}`,
  title: `Mail ${name}`,
  context: 'Each recipient gets what their account may see when it is sent.',
  submitLabel: 'Mail it',
  start: {
    every: 'week',
    weekday: '1',
    day_of_month: '1',
    hour: '7',
    time_zone: readerTimeZone(),
    format: 'xlsx',
    recipients: email,
  },
  fields: ({ draft, change, errors }) => (
    <>
      <NativeSelect
        label="How often"
        data={EVERY}
        value={draft.every ?? ''}
        data-autofocus
        onChange={(event) => change({ every: event.currentTarget.value })}
      />
      {draft.every === 'week' ? (
        <NativeSelect
          label="On"
          data={WEEKDAYS}
          value={draft.weekday ?? ''}
          onChange={(event) => change({ weekday: event.currentTarget.value })}
        />
      ) : null}
      {draft.every === 'month' ? (
        <NativeSelect
          label="On"
          data={MONTH_DAYS}
          value={draft.day_of_month ?? ''}
          onChange={(event) => change({ day_of_month: event.currentTarget.value })}
        />
      ) : null}
      <NativeSelect
        label="At"
        data={HOURS}
        value={draft.hour ?? ''}
        onChange={(event) => change({ hour: event.currentTarget.value })}
      />
      <NativeSelect
        label="Of the clock in"
        data={[...new Set([readerTimeZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])]}
        value={draft.time_zone ?? ''}
        error={errors.time_zone}
        onChange={(event) => change({ time_zone: event.currentTarget.value })}
      />
      <NativeSelect
        label="As"
        data={FORMATS.map((format) => ({ value: format, label: format.toUpperCase() }))}
        value={draft.format ?? ''}
        onChange={(event) => change({ format: event.currentTarget.value })}
      />
      <Textarea
        label="To"
        description="Addresses of accounts, one a line"
        autosize
        required
        value={draft.recipients ?? ''}
        error={errors.recipients}
        onChange={(event) => change({ recipients: event.currentTarget.value })}
      />
    </>
  ),
  submit: async ({ every = '', weekday, day_of_month: day, hour, time_zone: zone = '', format, recipients = '' }) => {
    const chosen = every === 'day' || every === 'month' ? every : 'week';
    await mailReport(id, {
      every: chosen,
      ...(chosen === 'week' ? { weekday: Number(weekday) } : {}),
      ...(chosen === 'month' ? { day_of_month: Number(day) } : {}),
      hour: Number(hour),
      time_zone: zone,
      format: FORMATS.find((one) => one === format) ?? 'xlsx',
      recipients: recipients.split(/[\s,;]+/).filter((one) => one !== ''),
    });
    return `${name} will be mailed`;
  },
});

/** The form that creates a link for people without an account: its lifetime and password. */
export const linkPlan = ({ id, name }: SavedReport, onMade: (url: string) => void): FormPlan => ({
  id: `link-report:${id}`,
  title: `A link to ${name}`,
  context: 'For people without an account. It shows what you may see, with the filters of today, and can be revoked.',
  submitLabel: 'Make link',
  start: { days: String(LINK_DAYS.usual), password: '' },
  fields: ({ draft, change, errors }) => (
    <>
      <NativeSelect
        label="Good for"
        data={LENGTHS}
        data-autofocus
        value={draft.days ?? ''}
        error={errors.days}
        onChange={(event) => change({ days: event.currentTarget.value })}
      />
      <PasswordInput
        label="Password"
        description={`Asked for before anything is shown; ${LINK_PASSWORD_LENGTH.least} characters or more, or none`}
        maxLength={LINK_PASSWORD_LENGTH.most}
        autoComplete="off"
        value={draft.password ?? ''}
        error={errors.password}
        onChange={(event) => change({ password: event.currentTarget.value })}
      />
    </>
  ),
  submit: async ({ days, password = '' }) => {
    const made = await makeLink(id, { days: Number(days), ...(password === '' ? {} : { password }) });
    onMade(made.url);
    return 'The link was made';
  },
});
