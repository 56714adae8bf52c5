import type { OutletState } from '#contract/outlets.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './network.module.css';

/** The status of an outlet; a retired one has none. */
export const OutletStateBadge = ({ state }: { state: OutletState }) =>
  state === 'retired' ? <span className={classes.tag}>Retired</span> : <StatusBadge status={state} />;
