import type { OutletStatus } from '#contract/outlets.ts';
import { StateTag } from '../../ui/state-tag.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { outletStatusBadgeStrings as strings } from './network-strings.ts';

/** An outlet's status, or 'Retired'. */
export const OutletStatusBadge = ({ status }: { status: OutletStatus }) =>
  status === 'retired' ? <StateTag>{strings.retired}</StateTag> : <StatusBadge status={status} />;
