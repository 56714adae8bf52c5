import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Role } from '#contract/common.ts';
import { moneyFacts } from '../../lib/own-money-words.ts';
import { FactList } from '../../ui/fact-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { plainButtonClass } from '../../ui/plain-button.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { ownMoneyQuery } from './dashboard-api.ts';
import classes from './dashboard-page.module.css';

/** An owner's and an advertiser's first question, answered on the first screen: what of it cannot be told is left out. */
export function OwnMoney({ role }: { role: Role }) {
  const { data, error } = useQuery(ownMoneyQuery(role === 'property' || role === 'advertiser'));
  if ((role !== 'property' && role !== 'advertiser') || (error && !data)) return null;
  return (
    <div className={classes.above}>
      <Panel
        title={role === 'property' ? 'What you earn' : 'What you owe'}
        actions={
          <Link to="/app/documents" className={plainButtonClass(true)}>
            All documents
          </Link>
        }
      >
        {data ? <FactList label="At a glance" facts={moneyFacts(data)} /> : <LinesSkeleton lines={2} />}
      </Panel>
    </div>
  );
}
