import { memo } from 'react';
import { useLazyModule } from '../../lib/use-lazy-module.ts';
import { Bone } from '../../ui/skeletons.tsx';

const dailyViews = () => import('./daily-views.tsx');

/** The height of the figure to come: its line above, its caption, and the strip. */
const HEIGHT_PX = 123;

/** Views by day, whose code loads after the sums above them. If the code fails to load, they are left out. */
export const LateDailyViews = memo(function LateDailyViews({ customerId = null }: { customerId?: string | null }) {
  const { code, hasFailed } = useLazyModule(dailyViews, true);
  if (code !== null) return <code.DailyViews customerId={customerId} />;
  return hasFailed ? null : <Bone height={HEIGHT_PX} />;
});
