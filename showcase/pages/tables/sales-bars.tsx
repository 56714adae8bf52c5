const HEIGHT = 24;
const BAR = 8;
const STEP = 12;

/** One small bar per day, from zero. */
export function SalesBars({ sales, color }: { sales: readonly number[]; color: string }) {
  const highest = Math.max(...sales);
  return (
    <svg
      width={sales.length * STEP}
      height={HEIGHT}
      viewBox={`0 0 ${sales.length * STEP} ${HEIGHT}`}
      role="img"
      aria-label={`Sales of seven days: ${sales.join(', ')}`}
    >
      {sales.map((value, day) => {
        const height = (HEIGHT * value) / highest;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a day is known by its place
          <rect key={day} x={day * STEP} y={HEIGHT - height} width={BAR} height={height} rx={1.5} fill={color} />
        );
      })}
    </svg>
  );
}
