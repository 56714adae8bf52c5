import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { ReportDelivery, ReportLink, ReportSchedule, SavedReport } from '#contract/saved-reports.ts';
import { counted } from '#domain/counted.ts';
import { interpolate } from '../../lib/interpolate.ts';
import type { ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { savedReportItemStrings as strings } from './reports-strings.ts';
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

/** Says whose report it is and when it was updated. */
function updatedText(own: boolean, maker: string, time: ReactNode): ReactNode {
  if (own) return interpolate(strings.updatedOwn, { time });
  return maker === '' ? interpolate(strings.updatedFormer, { time }) : interpolate(strings.updatedBy, { maker, time });
}

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
          {shared ? <StateTag>{strings.shared}</StateTag> : null}
        </span>
        <small>{updatedText(own, maker, <TimeText instant={updatedAt} relative />)}</small>
      </div>
      <div className={classes.acts}>
        {own ? (
          <Button
            variant="default"
            size="xs"
            aria-expanded={isOpen}
            aria-label={interpolate(strings.emailsAndLinksOf, { name })}
            onClick={() => setOpen(!isOpen)}
          >
            {strings.emailsAndLinks}
          </Button>
        ) : null}
        {onMail === null ? null : (
          <Button
            variant="default"
            size="xs"
            aria-label={interpolate(strings.scheduleReport, { name })}
            onClick={onMail}
          >
            {strings.schedule}
          </Button>
        )}
        {onLink === null ? null : (
          <Button variant="default" size="xs" aria-label={interpolate(strings.createLinkTo, { name })} onClick={onLink}>
            {strings.createLink}
          </Button>
        )}
        {onChange === null ? null : (
          <Button variant="default" size="xs" aria-label={interpolate(strings.editReport, { name })} onClick={onChange}>
            {strings.edit}
          </Button>
        )}
        {onDelete === null ? null : (
          <Button
            variant="default"
            size="xs"
            aria-label={interpolate(strings.deleteReport, { name })}
            onClick={onDelete}
          >
            {strings.delete}
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
        what={strings.loadFailed}
        message={error.message}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  if (data === undefined) return <LinesSkeleton lines={3} />;
  const { deliveries, links, schedules } = data;
  return (
    <div className={classes.sendings}>
      <h2>{strings.scheduledEmails}</h2>
      {schedules.length === 0 ? <p className={classes.nothing}>{strings.noEmails}</p> : null}
      <ul>
        {schedules.map((schedule) => (
          <li key={schedule.id}>
            <span>
              {interpolate(strings.scheduleLine, {
                schedule: timesInWords(schedule),
                format: schedule.format.toUpperCase(),
                recipients: schedule.recipients.join(', '),
                nextAt: <TimeText instant={schedule.next_at} />,
              })}
            </span>
            <Button variant="subtle" size="compact-xs" onClick={() => onAct(endPlan(id, schedule))}>
              {strings.stop}
            </Button>
          </li>
        ))}
      </ul>
      <h2>{strings.links}</h2>
      {links.length === 0 ? <p className={classes.nothing}>{strings.noLinks}</p> : null}
      <ul>
        {links.map((link) => (
          <li key={link.id}>
            <span>
              {interpolate(link.has_password ? strings.linkWithPassword : strings.linkLine, {
                prefix: link.prefix,
                expiresAt: <TimeText instant={link.expires_at} />,
                times: counted(link.views, strings.time),
              })}
            </span>
            <Button variant="subtle" size="compact-xs" onClick={() => onAct(revokePlan(id, link))}>
              {strings.revoke}
            </Button>
          </li>
        ))}
      </ul>
      <Log deliveries={deliveries} />
    </div>
  );
}

const STATES: Readonly<Record<ReportDelivery['status'], string>> = {
  queued: strings.stateQueued,
  sent: strings.stateSent,
  failed: strings.stateFailed,
  held: strings.stateHeld,
  skipped: strings.stateSkipped,
};

function Log({ deliveries }: { deliveries: readonly ReportDelivery[] }) {
  if (deliveries.length === 0) return null;
  return (
    <>
      <h2>{strings.log}</h2>
      <table className={classes.log}>
        <thead>
          <tr>
            <th scope="col">{strings.due}</th>
            <th scope="col">{strings.to}</th>
            <th scope="col">{strings.status}</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map(({ due_at: dueAt, id, reason, recipient, status }) => (
            <tr key={id}>
              <td>
                <TimeText instant={dueAt} />
              </td>
              <td>{recipient === '' ? strings.deletedUser : recipient}</td>
              <td>
                {reason === ''
                  ? STATES[status]
                  : interpolate(strings.stateWithReason, { state: STATES[status], reason })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const WEEKDAYS = [
  strings.monday,
  strings.tuesday,
  strings.wednesday,
  strings.thursday,
  strings.friday,
  strings.saturday,
  strings.sunday,
];

function timesInWords({ day_of_month: day, every, hour, time_zone: zone, weekday }: ReportSchedule): string {
  const at = interpolate(strings.clock, { hour: String(hour).padStart(2, '0'), timeZone: zone });
  if (every === 'week') return interpolate(strings.weekly, { weekday: WEEKDAYS[(weekday ?? 1) - 1] ?? '', at });
  if (every === 'month')
    return day === 31
      ? interpolate(strings.monthlyLastDay, { at })
      : interpolate(strings.monthly, { day: day ?? 1, at });
  return interpolate(strings.daily, { at });
}

const endPlan = (id: string, { id: scheduleId }: ReportSchedule): ConfirmedActionPlan => ({
  title: strings.stopTitle,
  confirmLabel: strings.stop,
  isDangerous: true,
  text: <p>{strings.stopText}</p>,
  run: async () => {
    await endMailing(id, scheduleId);
    return strings.stopped;
  },
});

const revokePlan = (id: string, { id: linkId, prefix }: ReportLink): ConfirmedActionPlan => ({
  title: interpolate(strings.revokeTitle, { prefix }),
  confirmLabel: strings.revoke,
  isDangerous: true,
  text: <p>{strings.revokeText}</p>,
  run: async () => {
    await revokeLink(id, linkId);
    return strings.revoked;
  },
});
