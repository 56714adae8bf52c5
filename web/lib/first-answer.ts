/** A call that `web/public/first-paint.js` makes before the product's code has loaded. */
export type FirstAnswer = {
  readonly address: string;
  readonly token: string | null;
  readonly askedMs: number;
  readonly answer: Promise<Response>;
};

declare global {
  var firstAnswer: FirstAnswer | undefined;
}

/** An answer older than this may lack a change: the client did not listen for changes yet. */
export const EARLY_MS = 1_000;

let askedMs: number | null = null;

/** Takes the answer to a call that is already under way. Returns null if there is none; each answer is taken once. */
export async function takeFirstAnswer(address: string, token: string | null): Promise<Response | null> {
  const first = globalThis.firstAnswer;
  if (first?.address !== address || first.token !== token) return null;
  globalThis.firstAnswer = undefined;
  askedMs = first.askedMs;
  // If the early call failed, the client sends a new one.
  return first.answer.catch(() => null);
}

/** Whether the page took an answer that may lack changes made before the client listened. Returns true once only. */
export function mayLackChanges(): boolean {
  const isEarly = askedMs !== null && Date.now() - askedMs > EARLY_MS;
  askedMs = null;
  return isEarly;
}
