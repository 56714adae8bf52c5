import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReportDelivery, ReportLink, ReportSchedule, SavedReport } from '#contract/saved-reports.ts';
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
        <small>
          {interpolate(strings.changed, {
            detail: own
              ? strings.yours
              : interpolate(strings.by, { maker: maker === '' ? strings.aFormerColleague : maker }),
            updatedAt: <TimeText instant={updatedAt} relative />,
          })}
        </small>
      </div>
      <div className={classes.acts}>
        {own ? (
          <Button
            variant="default"
            size="xs"
            aria-expanded={isOpen}
            aria-label={interpolate(strings.mailsAndLinksOf, { name })}
            onClick={() => setOpen(!isOpen)}
          >
            {strings.mailsAndLinks}
          </Button>
        ) : null}
        {onMail === null ? null : (
          <Button variant="default" size="xs" aria-label={interpolate(strings.mail, { name })} onClick={onMail}>
            {strings.mail2}
          </Button>
        )}
        {onLink === null ? null : (
          <Button variant="default" size="xs" aria-label={interpolate(strings.makeALinkTo, { name })} onClick={onLink}>
            {strings.link}
          </Button>
        )}
        {onChange === null ? null : (
          <Button variant="default" size="xs" aria-label={interpolate(strings.change, { name })} onClick={onChange}>
            {strings.change2}
          </Button>
        )}
        {onDelete === null ? null : (
          <Button variant="default" size="xs" aria-label={interpolate(strings.delete, { name })} onClick={onDelete}>
            {strings.delete2}
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
        what={strings.itsMailsAndLinksCould}
        message={error.message}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  if (data === undefined) return <LinesSkeleton lines={3} />;
  const { deliveries, links, schedules } = data;
  return (
    <div className={classes.sendings}>
      <h2>{strings.mailed}</h2>
      {schedules.length === 0 ? <p className={classes.nothing}>{strings.notMailedToAnybody}</p> : null}
      <ul>
        {schedules.map((schedule) => (
          <li key={schedule.id}>
            <span>
              {interpolate(strings.asToNext, {
                schedule: timesInWords(schedule),
                format: schedule.format.toUpperCase(),
                recipients: schedule.recipients.join(', '),
                nextAt: <TimeText instant={schedule.next_at} />,
              })}
            </span>
            <Button variant="subtle" size="compact-xs" onClick={() => onAct(endPlan(id, schedule))}>
              {strings.end}
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
              {link.prefix}
              {interpolate(strings.until, {
                detail: link.has_password ? strings.withAPassword : '',
                expiresAt: <TimeText instant={link.expires_at} />,
                detail2: link.views === 1 ? strings.seenOnce : interpolate(strings.seenTimes, { views: link.views }),
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
  queued: strings.onItsWay,
  sent: strings.sent,
  failed: strings.failed,
  held: strings.heldThereIsNoMail,
  skipped: strings.notSent,
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
            <th scope="col">{strings.whatCameOfIt}</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map(({ due_at: dueAt, id, reason, recipient, status }) => (
            <tr key={id}>
              <td>
                <TimeText instant={dueAt} />
              </td>
              <td>{recipient === '' ? strings.aDeletedAccount : recipient}</td>
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
  const at = `${String(hour).padStart(2, '0')}:00 (${zone})`;
  if (every === 'week') return interpolate(strings.everyAt, { weekday: WEEKDAYS[(weekday ?? 1) - 1] ?? '', at });
  if (every === 'month')
    return interpolate(strings.everyMonthOnAt, {
      detail: day === 31 ? strings.itsLastDay : interpolate(strings.day, { day: day ?? 1 }),
      at,
    });
  return interpolate(strings.everyDayAt, { at });
}

const endPlan = (id: string, { id: scheduleId }: ReportSchedule): ConfirmedActionPlan => ({
  title: strings.mailItNoMore,
  confirmLabel: 'End',
  isDangerous: true,
  text: <p>{strings.itsRecipientsGetNoFurther}</p>,
  run: async () => {
    await endMailing(id, scheduleId);
    return strings.itIsMailedNoMore;
  },
});

const revokePlan = (id: string, { id: linkId, prefix }: ReportLink): ConfirmedActionPlan => ({
  title: interpolate(strings.revoke2, { prefix }),
  confirmLabel: strings.revoke,
  isDangerous: true,
  text: <p>{strings.whoeverHasTheLinkSees}</p>,
  run: async () => {
    await revokeLink(id, linkId);
    return strings.theLinkWasRevoked;
  },
});
