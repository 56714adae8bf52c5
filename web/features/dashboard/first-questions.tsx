import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Role } from '#contract/common.ts';
import type { Summary } from '#contract/list.ts';
import { formatCount, formatDay, formatDollars } from '../../lib/formatters.ts';
import { Panel } from '../../ui/panel.tsx';
import classes from './first-questions.module.css';
import { monthQuery, runningQuery, statementsQuery, todayQuery, waitingQuery } from './first-questions-api.ts';
import { campaignsThatRun, nextStatement, todayByNow } from './first-questions-words.ts';

/** What each role comes for first, in one line of figures above everything else; on a phone the first thing seen. */
export function FirstQuestions({ role, summary }: { role: Role; summary: Summary | undefined }) {
  if (role === 'property') return <OwnersQuestions summary={summary} />;
  if (role === 'advertiser') return <AdvertisersQuestions />;
  return role === 'admin' || role === '' ? <AdministratorsQuestions isAdmin={role === 'admin'} /> : null;
}

/** One answer: its question, the figure, and what belongs to it. Its place is kept while it is on its way. */
function Answer({ question, figure, children }: { question: string; figure: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.answer}>
      <dt>{question}</dt>
      <dd className={classes.figure}>{figure}</dd>
      <dd className={classes.beside}>{children ?? '\u00a0'}</dd>
    </div>
  );
}

const Answers = ({ children }: { children: ReactNode }) => (
  <Panel label="At a glance" className={classes.panel ?? ''}>
    <dl className={classes.answers}>{children}</dl>
  </Panel>
);

const UNKNOWN = '–';

function OwnersQuestions({ summary }: { summary: Summary | undefined }) {
  const { data: current } = useQuery(monthQuery('this-month'));
  const { data: last } = useQuery(monthQuery('last-month'));
  const { data: statements } = useQuery(statementsQuery);
  const next = nextStatement(statements?.data ?? []);
  const counts = summary?.outlets_by_status;
  const silent = counts === undefined ? null : counts.offline + counts.late;
  const earned = current?.total.revenue;
  const before = last?.total.revenue;
  return (
    <Answers>
      <Answer question="Earned this month" figure={earned == null ? UNKNOWN : formatDollars(earned)}>
        {before == null ? undefined : `last month ${formatDollars(before)} in all`}
      </Answer>
      <Answer question="Next statement" figure={next === null ? UNKNOWN : formatDollars(next.total)}>
        {next === null
          ? undefined
          : `${next.month}, ${next.isFinal ? 'final' : `so far; final on ${formatDay(next.finalOn)}`}`}
      </Answer>
      <Answer question="Outlets that need attention" figure={silent === null ? UNKNOWN : formatCount(silent)}>
        {counts === undefined ? undefined : silent === 0 ? (
          'all in contact'
        ) : (
          <Link to="/app/locate">{`${formatCount(counts.offline)} offline, ${formatCount(counts.late)} late`}</Link>
        )}
      </Answer>
    </Answers>
  );
}

function AdvertisersQuestions() {
  const { data } = useQuery(runningQuery);
  const running = campaignsThatRun(data?.data ?? []);
  if (data !== undefined && running.length === 0)
    return (
      <Answers>
        <Answer question="Running now" figure="None">
          <Link to="/app/campaigns">Campaigns</Link>
        </Answer>
      </Answers>
    );
  return (
    <Answers>
      {running.map(({ id, left, name, pace }) => (
        <Answer key={id} question={name} figure={`${formatDollars(left)} left`}>
          <Link to="/app/campaigns/$campaign" params={{ campaign: id }}>
            {pace === null ? 'nothing was planned yet' : `${formatCount(pace)}% of plan`}
          </Link>
        </Answer>
      ))}
      {data === undefined ? <Answer question="Running now" figure={UNKNOWN} /> : null}
    </Answers>
  );
}

function AdministratorsQuestions({ isAdmin }: { isAdmin: boolean }) {
  const { data: today, dataUpdatedAt } = useQuery(todayQuery);
  const { data: waiting } = useQuery({ ...waitingQuery, enabled: isAdmin });
  const now = today === undefined ? null : todayByNow(today, dataUpdatedAt);
  const decisions = waiting === undefined ? null : waiting.reviews + waiting.objections;
  return (
    <Answers>
      {isAdmin ? (
        <>
          <Answer
            question="Broken"
            figure={
              waiting === undefined
                ? UNKNOWN
                : waiting.notices.length === 0
                  ? 'Nothing'
                  : formatCount(waiting.notices.length)
            }
          >
            {waiting?.notices[0]?.text}
          </Answer>
          <Answer question="Waits for a decision" figure={decisions === null ? UNKNOWN : formatCount(decisions)}>
            {waiting === undefined ? undefined : (
              <>
                <Link to="/admin/campaigns/reviews">{formatCount(waiting.reviews)} of campaigns</Link>
                {', '}
                <Link to="/admin/traffic">{formatCount(waiting.objections)} objections</Link>
              </>
            )}
          </Answer>
        </>
      ) : null}
      <Answer question="Views today" figure={now === null ? UNKNOWN : formatCount(now.views)}>
        {now === null ? undefined : `a week ago ${formatCount(now.before)} by the end of this hour`}
      </Answer>
    </Answers>
  );
}
