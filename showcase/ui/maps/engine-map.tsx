import { type ReactNode, useState } from 'react';
import { canDrawEngine } from '../../../web/lib/graphics.ts';
import { EmptyState } from '../../../web/ui/empty-state.tsx';

/** A map drawn by the engine. In a browser without WebGL 2, an explanation replaces the map. */
export function EngineMap({ children }: { children: ReactNode }) {
  const [canDraw] = useState(canDrawEngine);
  if (canDraw) return children;
  return (
    <EmptyState title="No map here">
      This browser has no WebGL 2, which draws it. Switch graphics acceleration on, or open the page in another browser.
    </EmptyState>
  );
}
