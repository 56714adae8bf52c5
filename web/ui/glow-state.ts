/** Minimum time between two glows in milliseconds; otherwise a figure that changes constantly would always glow. */
const REST_MS = 20_000;

export type GlowState = {
  readonly of: string | number;
  /** Number of glows so far. */
  readonly glows: number;
  readonly lastGlowMs: number;
};

export const neverGlowed = (of: string | number): GlowState => ({ of, glows: 0, lastGlowMs: Number.NEGATIVE_INFINITY });

/** The state after the figure changed to `of`. */
export const afterChange = ({ glows, lastGlowMs }: GlowState, of: string | number, nowMs: number): GlowState =>
  nowMs - lastGlowMs < REST_MS ? { of, glows, lastGlowMs } : { of, glows: glows + 1, lastGlowMs: nowMs };
