import type { OutletState } from '#contract/outlets.ts';
import { StateTag } from '../../ui/state-tag.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';

/** The status of an outlet; a retired one has none. */
export const OutletStateBadge = ({ state }: { state: OutletState }) =>
  state === 'retired' ? <StateTag>Retired</StateTag> : <StatusBadge status={state} />;
