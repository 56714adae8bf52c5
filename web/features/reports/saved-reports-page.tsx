import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, NativeSelect, PasswordInput, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { LINK_DAYS, LINK_PASSWORD_LENGTH, type MailedFormat, type SavedReport } from '#contract/saved-reports.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { holdsRight } from '#domain/organisation-right.ts';
import { readerTimeZone } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { PageNote } from '../../ui/page-note.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { savedReportsPageStrings as strings } from './reports-strings.ts';
import { changePlan } from './saved-report-inputs.tsx';
import { SavedReportItem } from './saved-report-item.tsx';
import classes from './saved-reports.module.css';
import { dropReport, mailReport, makeLink, SAVED_KEY, savedReportsQuery } from './saved-reports-api.ts';

const deletePlan = ({ id, name }: SavedReport): ConfirmedActionPlan => ({
  title: interpolate(strings.deleteTitle, { name }),
  confirmLabel: strings.delete,
  isDangerous: true,
  text: <p>{strings.deleteText}</p>,
  run: async () => {
    await dropReport(id);
    return interpolate(strings.deleted, { name });
  },
});

/** The page `/app/saved-reports`: the saved reports of the user and the organization, with their mailings and links. */
export function SavedReportsPage() {
  const user = useCurrentUser();
  const { data: reports, error, isFetching, refetch } = useQuery(savedReportsQuery);
  const [form, setForm] = useState<FormPlan | null>(null);
  const [act, setAct] = useState<ConfirmedActionPlan | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  const isManager =
    user !== null && holdsRight('manager', { role: user.role, standing: user.standing, isLinked: user.cid !== '' });
  const canSend = isManager && !user.demo && user.viewed_by === '';
  return (
    <>
      <PageTitle
        title={strings.savedReports}
        context={strings.context}
        actions={
          <Button component={Link} to="/app/reports" variant="default">
            {strings.reports}
          </Button>
        }
      />
      {user?.demo ? <PageNote>{strings.demoNote}</PageNote> : null}
      {url === null ? null : (
        <section className={classes.secret} role="status">
          <p>{interpolate(strings.copyNotice, { copyNow: <strong>{strings.copyNow}</strong> })}</p>
          <Identifier value={url} name={strings.linkName} whole />
        </section>
      )}
      <Panel label={strings.savedReports}>
        {reports?.length === 0 ? <EmptyState title={strings.emptyTitle}>{strings.emptyText}</EmptyState> : null}
        {reports && reports.length > 0 ? (
          <ul className={classes.list}>
            {reports.map((report) => (
              <SavedReportItem
                key={report.id}
                report={report}
                onMail={canSend && report.own ? () => setForm(mailPlan(report, user.email)) : null}
                onLink={canSend && report.own ? () => setForm(linkPlan(report, setUrl)) : null}
                onChange={report.own ? () => setForm(changePlan(report, isManager)) : null}
                onDelete={report.own ? () => setAct(deletePlan(report)) : null}
                onAct={setAct}
              />
            ))}
          </ul>
        ) : null}
        {error && !reports ? (
          <ErrorState
            what={strings.loadFailed}
            message={error.message}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : null}
        {reports || error ? null : <LinesSkeleton lines={4} />}
      </Panel>
      <SchemaForm plan={form} topic={SAVED_KEY} onClose={() => setForm(null)} />
      <ConfirmedAction plan={act} topic={SAVED_KEY} onClose={() => setAct(null)} />
    </>
  );
}

const EVERY = [
  { value: 'day', label: strings.everyDay },
  { value: 'week', label: strings.everyWeek },
  { value: 'month', label: strings.everyMonth },
];
const WEEKDAYS = [
  strings.monday,
  strings.tuesday,
  strings.wednesday,
  strings.thursday,
  strings.friday,
  strings.saturday,
  strings.sunday,
].map((label, index) => ({
  value: String(index + 1),
  label,
}));
const MONTH_DAYS = Array.from({ length: 31 }, (_, index) => ({
  value: String(index + 1),
  label: index === 30 ? strings.lastDay : interpolate(strings.dayOfMonth, { day: index + 1 }),
}));
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));
const LENGTHS = [7, LINK_DAYS.usual, 90, LINK_DAYS.most].map((days) => ({
  value: String(days),
  label: counted(days, NOUNS.day),
}));
const FORMATS: readonly MailedFormat[] = ['xlsx', 'csv', 'pdf'];

/** Returns the form that schedules a report's mailing: its times, format and recipients. */
const mailPlan = ({ id, name }: SavedReport, email: string): FormPlan => ({
  id: `mail-report:${id}`,
  title: interpolate(strings.scheduleTitle, { name }),
  context: strings.scheduleContext,
  submitLabel: strings.schedule,
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
        label={strings.frequency}
        data={EVERY}
        value={draft.every ?? ''}
        data-autofocus
        onChange={(event) => change({ every: event.currentTarget.value })}
      />
      {draft.every === 'week' ? (
        <NativeSelect
          label={strings.on}
          data={WEEKDAYS}
          value={draft.weekday ?? ''}
          onChange={(event) => change({ weekday: event.currentTarget.value })}
        />
      ) : null}
      {draft.every === 'month' ? (
        <NativeSelect
          label={strings.on}
          data={MONTH_DAYS}
          value={draft.day_of_month ?? ''}
          onChange={(event) => change({ day_of_month: event.currentTarget.value })}
        />
      ) : null}
      <NativeSelect
        label={strings.time}
        data={HOURS}
        value={draft.hour ?? ''}
        onChange={(event) => change({ hour: event.currentTarget.value })}
      />
      <NativeSelect
        label={strings.timeZone}
        data={[...new Set([readerTimeZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])]}
        value={draft.time_zone ?? ''}
        error={errors.time_zone}
        onChange={(event) => change({ time_zone: event.currentTarget.value })}
      />
      <NativeSelect
        label={strings.format}
        data={FORMATS.map((format) => ({ value: format, label: format.toUpperCase() }))}
        value={draft.format ?? ''}
        onChange={(event) => change({ format: event.currentTarget.value })}
      />
      <Textarea
        label={strings.recipients}
        description={strings.recipientsHint}
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
    return interpolate(strings.scheduled, { name });
  },
});

/** Returns the form that creates a link for people without an account: its lifetime and password. */
const linkPlan = ({ id, name }: SavedReport, onMade: (url: string) => void): FormPlan => ({
  id: `link-report:${id}`,
  title: interpolate(strings.linkTitle, { name }),
  context: strings.linkContext,
  submitLabel: strings.createLink,
  start: { days: String(LINK_DAYS.usual), password: '' },
  fields: ({ draft, change, errors }) => (
    <>
      <NativeSelect
        label={strings.expiresAfter}
        data={LENGTHS}
        data-autofocus
        value={draft.days ?? ''}
        error={errors.days}
        onChange={(event) => change({ days: event.currentTarget.value })}
      />
      <PasswordInput
        label={strings.password}
        description={interpolate(strings.passwordHint, { least: LINK_PASSWORD_LENGTH.least })}
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
    return strings.linkCreated;
  },
});
