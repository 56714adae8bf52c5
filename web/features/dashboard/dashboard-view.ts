import { createContext, use } from 'react';
import type { Period, Role } from '#contract/common.ts';
import type { Perspective } from '#domain/role.ts';
import type { RangeOfDay } from './dashboard-keys.ts';

/** What every part of the dashboard reads alike: from which side the reader looks, and at which range. */
export type DashboardView = {
  readonly role: Role;
  readonly perspective: Perspective;
  readonly range: RangeOfDay;
  /** Which days the cards on screen are of; undefined before the first. */
  readonly period: Period | undefined;
  /** Price of energy of this installation. */
  readonly dollarsPerKwh: number;
};

export const DashboardViewContext = createContext<DashboardView | null>(null);

export function useDashboardView(): DashboardView {
  const view = use(DashboardViewContext);
  if (!view) throw new Error('useDashboardView is for parts of the dashboard page');
  return view;
}
