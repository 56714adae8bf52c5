const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));

/**
 * Returns the order in which a flight's creatives take turns, as positions in `weights`. Each creative appears as often
 * as its weight says, spread evenly, so that even a few plays are close to the shares. With equal weights, the
 * creatives simply alternate. The order repeats. Weights are positive integers.
 */
export function rotationOf(weights: readonly number[]): readonly number[] {
  const common = weights.reduce(divisor, 0);
  return weights
    .flatMap((weight, position) => {
      const turns = weight / common;
      // The middle of each of the creative's equal parts of the rotation.
      return Array.from({ length: turns }, (_, turn) => ({ at: (turn + 0.5) / turns, position }));
    })
    .sort((one, other) => one.at - other.at || one.position - other.position)
    .map(({ position }) => position);
}
