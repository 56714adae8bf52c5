import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { SavedReport } from '#contract/saved-reports.ts';
import { holdsRight } from '#domain/organisation-right.ts';
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
import { linkPlan, mailPlan } from './report-sending-plans.tsx';
import { changePlan } from './saved-report-inputs.tsx';
import { SavedReportItem } from './saved-report-item.tsx';
import classes from './saved-reports.module.css';
import { dropReport, SAVED_KEY, savedReportsQuery } from './saved-reports-api.ts';

const deletePlan = ({ id, name }: SavedReport): ConfirmedActionPlan => ({
  title: `Delete ${name}`,
  confirmLabel: 'Delete',
  isDangerous: true,
  text: <p>It is mailed no more, and its links open nothing.</p>,
  run: async () => {
    await dropReport(id);
    return `${name} was deleted`;
  },
});

/** `/app/saved-reports`: the saved reports of the user and the organization, with their mailings and links. */
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
        title="Saved reports"
        context="Yours, and those that your organisation shares"
        actions={
          <Button component={Link} to="/app/reports" variant="default">
            Reports
          </Button>
        }
      />
      {user?.demo ? (
        <PageNote>A demo account is everybody’s: its reports are not mailed and have no links.</PageNote>
      ) : null}
      {url === null ? null : (
        <section className={classes.secret} role="status">
          <p>
            <strong>Copy this link now.</strong> It is not kept, and nobody can show it again.
          </p>
          <Identifier value={url} name="link" whole />
        </section>
      )}
      <Panel label="Saved reports">
        {reports?.length === 0 ? (
          <EmptyState title="No reports yet">What you look at in Reports is kept with “Save”.</EmptyState>
        ) : null}
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
            what="The reports could not be loaded."
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
