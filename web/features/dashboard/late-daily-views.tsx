import { memo } from 'react';
import { useLazyModule } from '../../lib/use-lazy-module.ts';
import { Bone } from '../../ui/skeletons.tsx';

const dailyViews = () => import('./daily-views.tsx');

/** As high as the figure that comes: its line above, its caption, and the strip. */
const HEIGHT_PX = 123;

/** Views by day, whose code comes after the sums above them. They are left out when it cannot be had, as their figures are. */
export const LateDailyViews = memo(function LateDailyViews({ customerId = null }: { customerId?: string | null }) {
  const { code, hasFailed } = useLazyModule(dailyViews, true);
  if (code !== null) return <code.DailyViews customerId={customerId} />;
  return hasFailed ? null : <Bone height={HEIGHT_PX} />;
});
