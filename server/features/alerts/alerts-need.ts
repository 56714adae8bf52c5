import type { Dependencies } from '../../dependencies.ts';

export type AlertsNeed = Pick<
  Dependencies,
  'accounts' | 'budgets' | 'config' | 'figures' | 'mail' | 'network' | 'notices' | 'now' | 'time'
>;
