import type { AlertsNeed } from './alerts-need.ts';
import { createWebhookCalls } from './call-webhooks.ts';
import { forgetAlerts } from './forget-alerts.ts';
import { createAlertWatch } from './watch-alerts.ts';

type Job = (pattern: string, name: string, work: () => Promise<unknown>, isAlone?: boolean) => void;

/** One of several processes checks for problems each minute. Any free process makes the webhook calls. */
export function startAlerts(needs: AlertsNeed, jobs: { readonly byOne: Job; readonly inBackground: Job }): void {
  const watch = createAlertWatch(needs);
  const calls = createWebhookCalls(needs);
  jobs.byOne('* * * * *', 'looking for what is wrong', () => watch.look());
  jobs.byOne('7 5 * * *', 'forgetting old alerts', async () => forgetAlerts(needs.accounts, await needs.time()));
  jobs.inBackground('*/5 * * * * *', 'calling webhooks', () => calls.runNow(), false);
}
