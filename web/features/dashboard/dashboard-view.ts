import { createContext, use } from 'react';
import type { Role } from '#contract/common.ts';
import type { Perspective } from '#domain/role.ts';
import type { RangeOfDay } from './api.ts';
import type { CalendarRange } from './date-range.ts';

/** What every part of the dashboard reads alike: from which side the reader looks, and at which range. */
export type DashboardView = {
  readonly role: Role;
  readonly perspective: Perspective;
  readonly range: RangeOfDay;
  /** The same range as calendar dates; null for all time. */
  readonly dates: CalendarRange | null;
  /** Price of energy of this installation. */
  readonly dollarsPerKwh: number;
};

export const DashboardViewContext = createContext<DashboardView | null>(null);

export function useDashboardView(): DashboardView {
  const view = use(DashboardViewContext);
  if (!view) throw new Error('useDashboardView is for parts of the dashboard page');
  return view;
}
