import type { OutletStatus } from '#contract/outlets.ts';
import { StateTag } from '../../ui/state-tag.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';

/** An outlet's status, or 'Retired'. */
export const OutletStatusBadge = ({ status }: { status: OutletStatus }) =>
  status === 'retired' ? <StateTag>Retired</StateTag> : <StatusBadge status={status} />;
