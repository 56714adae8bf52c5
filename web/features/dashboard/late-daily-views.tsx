import { memo } from 'react';
import { useLazyModule } from '../../lib/use-lazy-module.ts';
import { Bone } from '../../ui/skeletons.tsx';

const dailyViews = () => import('./daily-views.tsx');

/** Height in pixels reserved for the line above the figure, the caption, and the strip. */
const HEIGHT_PX = 123;

/** Views per day. The code loads after the totals above; if it fails to load, nothing is shown. */
export const LateDailyViews = memo(function LateDailyViews({ customerId = null }: { customerId?: string | null }) {
  const { code, hasFailed } = useLazyModule(dailyViews, true);
  if (code !== null) return <code.DailyViews customerId={customerId} />;
  return hasFailed ? null : <Bone height={HEIGHT_PX} />;
});
