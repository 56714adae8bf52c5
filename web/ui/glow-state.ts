/** A figure that changes all the time would glow all the time: after a glow it rests so long. */
const REST_MS = 20_000;

export type GlowState = {
  readonly of: string | number;
  /** How often it has glowed. */
  readonly glows: number;
  readonly lastGlowMs: number;
};

export const neverGlowed = (of: string | number): GlowState => ({ of, glows: 0, lastGlowMs: Number.NEGATIVE_INFINITY });

/** The state after the figure became `of`. */
export const afterChange = ({ glows, lastGlowMs }: GlowState, of: string | number, nowMs: number): GlowState =>
  nowMs - lastGlowMs < REST_MS ? { of, glows, lastGlowMs } : { of, glows: glows + 1, lastGlowMs: nowMs };
