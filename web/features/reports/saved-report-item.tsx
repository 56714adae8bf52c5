import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReportDelivery, ReportLink, ReportSchedule, SavedReport } from '#contract/saved-reports.ts';
import type { ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { addressOfQuestion } from './saved-question.ts';
import classes from './saved-reports.module.css';
import { endMailing, revokeLink, savedReportQuery } from './saved-reports-api.ts';

type SavedReportItemProps = {
  report: SavedReport;
  /** Null if the user may not schedule mail. */
  onMail: (() => void) | null;
  onLink: (() => void) | null;
  onChange: (() => void) | null;
  onDelete: (() => void) | null;
  onAct: (plan: ConfirmedActionPlan) => void;
};

/** A saved report. Its name opens the report; mailings and links load when the user expands the item. */
export function SavedReportItem({ report, onMail, onLink, onChange, onDelete, onAct }: SavedReportItemProps) {
  const { id, made_by: maker, name, own, question, shared, updated_at: updatedAt } = report;
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <span>
          <Link to="/app/reports" search={addressOfQuestion(question)} className={classes.name}>
            {name}
          </Link>{' '}
          {shared ? <StateTag>Shared</StateTag> : null}
        </span>
        <small>
          {own ? 'Yours' : `By ${maker === '' ? 'a former colleague' : maker}`} · changed{' '}
          <TimeText instant={updatedAt} relative />
        </small>
      </div>
      <div className={classes.acts}>
        {own ? (
          <Button
            variant="default"
            size="xs"
            aria-expanded={isOpen}
            aria-label={`Mails and links of ${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            Mails and links
          </Button>
        ) : null}
        {onMail === null ? null : (
          <Button variant="default" size="xs" aria-label={`Mail ${name}`} onClick={onMail}>
            Mail
          </Button>
        )}
        {onLink === null ? null : (
          <Button variant="default" size="xs" aria-label={`Make a link to ${name}`} onClick={onLink}>
            Link
          </Button>
        )}
        {onChange === null ? null : (
          <Button variant="default" size="xs" aria-label={`Change ${name}`} onClick={onChange}>
            Change
          </Button>
        )}
        {onDelete === null ? null : (
          <Button variant="default" size="xs" aria-label={`Delete ${name}`} onClick={onDelete}>
            Delete
          </Button>
        )}
      </div>
      {isOpen ? <Sendings id={id} onAct={onAct} /> : null}
    </li>
  );
}

function Sendings({ id, onAct }: { id: string; onAct: (plan: ConfirmedActionPlan) => void }) {
  const { data, error, isFetching, refetch } = useQuery(savedReportQuery(id));
  if (data === undefined && error !== null)
    return (
      <ErrorState
        what="Its mails and links could not be loaded."
        message={error.message}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  if (data === undefined) return <LinesSkeleton lines={3} />;
  const { deliveries, links, schedules } = data;
  return (
    <div className={classes.sendings}>
      <h2>Mailed</h2>
      {schedules.length === 0 ? <p className={classes.nothing}>Not mailed to anybody.</p> : null}
      <ul>
        {schedules.map((schedule) => (
          <li key={schedule.id}>
            <span>
              {timesInWords(schedule)}, as {schedule.format.toUpperCase()}, to {schedule.recipients.join(', ')}; next{' '}
              <TimeText instant={schedule.next_at} />
            </span>
            <Button variant="subtle" size="compact-xs" onClick={() => onAct(endPlan(id, schedule))}>
              End
            </Button>
          </li>
        ))}
      </ul>
      <h2>Links</h2>
      {links.length === 0 ? <p className={classes.nothing}>No links.</p> : null}
      <ul>
        {links.map((link) => (
          <li key={link.id}>
            <span>
              {link.prefix}…{link.has_password ? ', with a password' : ''}, until <TimeText instant={link.expires_at} />
              ; {link.views === 1 ? 'seen once' : `seen ${link.views} times`}
            </span>
            <Button variant="subtle" size="compact-xs" onClick={() => onAct(revokePlan(id, link))}>
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      <Log deliveries={deliveries} />
    </div>
  );
}

const STATES: Readonly<Record<ReportDelivery['status'], string>> = {
  queued: 'On its way',
  sent: 'Sent',
  failed: 'Failed',
  held: 'Held: there is no mail server',
  skipped: 'Not sent',
};

function Log({ deliveries }: { deliveries: readonly ReportDelivery[] }) {
  if (deliveries.length === 0) return null;
  return (
    <>
      <h2>Log</h2>
      <table className={classes.log}>
        <thead>
          <tr>
            <th scope="col">Due</th>
            <th scope="col">To</th>
            <th scope="col">What came of it</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map(({ due_at: dueAt, id, reason, recipient, status }) => (
            <tr key={id}>
              <td>
                <TimeText instant={dueAt} />
              </td>
              <td>{recipient === '' ? 'A deleted account' : recipient}</td>
              <td>
                {STATES[status]}
                {reason === '' ? '' : `: ${reason}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function timesInWords({ day_of_month: day, every, hour, time_zone: zone, weekday }: ReportSchedule): string {
  const at = `${String(hour).padStart(2, '0')}:00 (${zone})`;
  if (every === 'week') return `Every ${WEEKDAYS[(weekday ?? 1) - 1]} at ${at}`;
  if (every === 'month') return `Every month on ${day === 31 ? 'its last day' : `day ${day}`} at ${at}`;
  return `Every day at ${at}`;
}

const endPlan = (id: string, { id: scheduleId }: ReportSchedule): ConfirmedActionPlan => ({
  title: 'Mail it no more',
  confirmLabel: 'End',
  isDangerous: true,
  text: <p>Its recipients get no further mail.</p>,
  run: async () => {
    await endMailing(id, scheduleId);
    return 'It is mailed no more';
  },
});

const revokePlan = (id: string, { id: linkId, prefix }: ReportLink): ConfirmedActionPlan => ({
  title: `Revoke ${prefix}…`,
  confirmLabel: 'Revoke',
  isDangerous: true,
  text: <p>Whoever has the link sees nothing from now on.</p>,
  run: async () => {
    await revokeLink(id, linkId);
    return 'The link was revoked';
  },
});
