import type { CSSProperties } from 'react';
import classes from './states.module.css';
import { skeletonsStrings as strings } from './ui-strings.ts';

/** A gray placeholder for content that is still loading. */
export function Bone({
  width = '100%',
  height = 16,
  style,
}: {
  width?: number | string;
  height?: number | string;
  style?: CSSProperties;
}) {
  return <span className={classes.bone} style={{ width, height, ...style }} aria-hidden="true" />;
}

/** Placeholder lines, with a single loading message for screen readers. */
export function LinesSkeleton({ lines, lineHeight = 40 }: { lines: number; lineHeight?: number }) {
  return (
    <div
      role="status"
      aria-label={strings.loading}
      className={classes.skeleton}
      // Keeps the height while the browser skips rendering the lines off screen.
      style={{ containIntrinsicHeight: lines * lineHeight }}
      data-lines
    >
      <div className={classes.lines}>
        {Array.from({ length: lines }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity and no state
          <div key={index} style={{ height: lineHeight, display: 'flex', alignItems: 'center', gap: 16 }}>
            <Bone width={`${55 - ((index * 13) % 30)}%`} height={12} />
            <Bone width={`${12 + ((index * 7) % 10)}%`} height={12} style={{ marginLeft: 'auto' }} />
          </div>
        ))}
      </div>
    </div>
  );
}
