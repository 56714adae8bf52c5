import { useCurrentUser } from '../../lib/session.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { AlertGroupsPanel } from './alert-groups-panel.tsx';
import { AlertRulesPanel } from './alert-rules-panel.tsx';
import { AlertWebhooksPanel } from './alert-webhooks-panel.tsx';
import classes from './alerts.module.css';
import { toldAlertsPageStrings as strings } from './alerts-strings.ts';

/**
 * The page `/app/alerts`: current and past alerts, their acknowledgments, and the notification rules
 * (docs/business-rules.md#alerts).
 */
export function AlertsPage() {
  const user = useCurrentUser();
  const isManager = user?.role === 'admin' || (user?.standing === 'manager' && user.role !== '');
  return (
    <>
      <PageTitle title={strings.alerts} context={strings.context} />
      <div className={classes.panels}>
        <AlertGroupsPanel canTake={isManager} isWatched={user?.viewed_by === ''} />
        <AlertRulesPanel canChange={isManager} />
        {isManager ? <AlertWebhooksPanel /> : null}
      </div>
    </>
  );
}
