import { ALERT_RULES, ALERT_SEVERITIES, ALERT_STATES } from '#contract/alerts.ts';
import { tableSearch } from '../../lib/table-search.ts';

/** Reads the search parameters of the alerts page. An absent `state` shows open and acknowledged alerts. */
export const readAlertsSearch = tableSearch({
  sorts: ['since', 'place'],
  filters: { state: ALERT_STATES, rule: ALERT_RULES, severity: ALERT_SEVERITIES },
  formerly: { state: 'show' },
});
