import type { AlertsNeed } from './alert-settings.ts';
import { createWebhookCalls } from './call-webhooks.ts';
import { createAlertWatch } from './watch-alerts.ts';

type Job = (pattern: string, name: string, work: () => Promise<unknown>) => void;

/** What is wrong is looked for each minute, by one of several processes; calls are made by whoever has time. */
export function startAlerts(needs: AlertsNeed, jobs: { readonly byOne: Job; readonly inBackground: Job }): void {
  const watch = createAlertWatch(needs);
  const calls = createWebhookCalls(needs);
  jobs.byOne('* * * * *', 'looking for what is wrong', () => watch.look());
  jobs.inBackground('*/5 * * * * *', 'calling webhooks', () => calls.runNow());
}
