import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Role } from '#contract/common.ts';
import type { Summary } from '#contract/list.ts';
import { explainedMoney } from '../../explain/explained-facts.tsx';
import { formatCount, formatCounted, formatDollars } from '../../lib/formatters.ts';
import type { Fact } from '../../ui/fact-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { plainButtonClass } from '../../ui/plain-button.tsx';
import { ownMoneyQuery } from './dashboard-api.ts';
import classes from './overview-panel.module.css';
import { runningQuery, todayQuery, type Waiting, waitingQuery } from './overview-panel-api.ts';
import { runningCampaigns } from './overview-panel-words.ts';
import { StatsLayout } from './stats-layout.tsx';

type Outlets = Pick<Summary, 'outlets_by_status'>;

/**
 * The figures that each role comes for first, above everything else; on a phone they are at the top. Figures that
 * cannot be loaded are left out.
 */
export function OverviewPanel({ role, summary }: { role: Role; summary: Outlets | undefined }) {
  if (role === 'property') return <OwnersQuestions summary={summary} />;
  if (role === 'advertiser') return <AdvertisersQuestions />;
  return role === 'admin' || role === '' ? <AdministratorsQuestions isAdmin={role === 'admin'} /> : null;
}

type AnswersProps = { of: Role; facts: readonly Fact[]; isPending: boolean };

function Answers({ of, facts, isPending }: AnswersProps) {
  const hasDocuments = of === 'property' || of === 'advertiser';
  if (!isPending && facts.length === 0) return null;
  const documents = (
    <Link to="/app/documents" className={plainButtonClass(true)}>
      All documents
    </Link>
  );
  return (
    <div className={classes.panel} data-pending={isPending || undefined}>
      <Panel title="At a glance" {...(hasDocuments ? { actions: documents } : {})}>
        <StatsLayout of={of} facts={facts} isPending={isPending} />
      </Panel>
    </div>
  );
}

function OwnersQuestions({ summary }: { summary: Outlets | undefined }) {
  const { data: own, isPending } = useQuery(ownMoneyQuery(true));
  const money = own === undefined ? [] : explainedMoney(own);
  const facts = [...money, ...(summary?.outlets_by_status === undefined ? [] : [attention(summary.outlets_by_status)])];
  return <Answers of="property" facts={facts} isPending={isPending} />;
}

function attention({ late, offline }: NonNullable<Summary['outlets_by_status']>): Fact {
  const silent = offline + late;
  const detail =
    silent === 0 ? (
      'all in contact'
    ) : (
      <>
        <Link to="/app/outlets" search={{ show: 'offline' }} className={classes.link}>
          {`${formatCount(offline)} offline`}
        </Link>
        {', '}
        <Link to="/app/outlets" search={{ show: 'late' }} className={classes.link}>
          {`${formatCount(late)} late`}
        </Link>
      </>
    );
  return { label: 'Outlets that need attention', value: formatCount(silent), detail };
}

function AdvertisersQuestions() {
  const { data: own, isPending: isMoneyPending } = useQuery(ownMoneyQuery(true));
  const { data: campaigns, isPending } = useQuery(runningQuery);
  const money = own === undefined ? [] : explainedMoney(own);
  const running = runningCampaigns(campaigns ?? []).map(
    ({ id, left, name, pace }): Fact => ({
      label: name,
      value: formatDollars(left),
      detail: (
        <>
          {'left; '}
          <Link to="/app/campaigns/$campaign" params={{ campaign: id }} className={classes.link}>
            {pace === null ? 'nothing was planned yet' : `${formatCount(pace)}% of plan`}
          </Link>
        </>
      ),
    }),
  );
  const none: Fact = {
    label: 'Running now',
    value: 'None',
    detail: (
      <Link to="/app/campaigns" className={classes.link}>
        Campaigns
      </Link>
    ),
  };
  const live = campaigns === undefined ? [] : running.length === 0 ? [none] : running;
  return <Answers of="advertiser" facts={[...money, ...live]} isPending={isMoneyPending || isPending} />;
}

function AdministratorsQuestions({ isAdmin }: { isAdmin: boolean }) {
  const { data: today, isPending: isTodayPending } = useQuery(todayQuery);
  const { data: waiting, isPending } = useQuery({ ...waitingQuery, enabled: isAdmin });
  const facts = [...(waiting === undefined ? [] : waitingFacts(waiting))];
  if (today !== undefined) {
    const { compared_period: period, compared_total: before, total } = today;
    const detail = `a week ago ${formatCount(before?.views ?? 0)} by ${period?.until ?? 'now'}`;
    const views = (
      <Link to="/app/reports" search={{ range: 'today', compare: 'same_weekdays' }} className={classes.link}>
        {formatCount(total.views ?? 0)}
      </Link>
    );
    facts.push({ label: 'Views today', value: views, detail });
  }
  return <Answers of={isAdmin ? 'admin' : ''} facts={facts} isPending={isTodayPending || (isAdmin && isPending)} />;
}

function waitingFacts({ notices, objections, reviews }: Waiting): Fact[] {
  const [first] = notices;
  return [
    {
      label: 'Broken',
      value: (
        <Link to="/admin/health" className={classes.link} aria-label={`${notices.length || 'Nothing'} broken: health`}>
          {first === undefined ? 'Nothing' : formatCount(notices.length)}
        </Link>
      ),
      ...(first === undefined ? { detail: 'no notices' } : { detail: first.text, isWarning: true }),
    },
    {
      label: 'Waits for a decision',
      value: formatCount(reviews + objections),
      detail: (
        <>
          <Link to="/admin/campaigns/reviews" className={classes.link}>
            {formatCount(reviews)} of campaigns
          </Link>
          {', '}
          <Link to="/admin/traffic" className={classes.link}>
            {formatCounted(objections, 'objection')}
          </Link>
        </>
      ),
    },
  ];
}
