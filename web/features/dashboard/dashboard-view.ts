import { createContext, use } from 'react';
import type { Period, Role } from '#contract/common.ts';
import type { Perspective } from '#domain/role.ts';
import type { RangeOfDay } from './dashboard-keys.ts';

/** Values that every part of the dashboard uses, such as the user's perspective and the range. */
export type DashboardView = {
  readonly role: Role;
  readonly perspective: Perspective;
  readonly range: RangeOfDay;
  /** The date range shown on the cards; undefined until the first response arrives. */
  readonly period: Period | undefined;
  /** The installation's price for energy. */
  readonly dollarsPerKwh: number;
};

export const DashboardViewContext = createContext<DashboardView | null>(null);

export function useDashboardView(): DashboardView {
  const view = use(DashboardViewContext);
  if (!view) throw new Error('useDashboardView is for parts of the dashboard page');
  return view;
}
