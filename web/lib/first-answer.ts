/** A call that `web/public/first-paint.js` made before the product's code was there. */
export type FirstAnswer = {
  readonly address: string;
  readonly token: string | null;
  readonly askedMs: number;
  readonly answer: Promise<Response>;
};

declare global {
  var firstAnswer: FirstAnswer | undefined;
}

/** From then on a change may be missing in an answer: it was asked so long before anybody listened for changes. */
export const EARLY_MS = 1_000;

let askedMs: number | null = null;

/** The answer to a call that is on its way already; null where it is not, and after it was taken once. */
export async function takeFirstAnswer(address: string, token: string | null): Promise<Response | null> {
  const first = globalThis.firstAnswer;
  if (first?.address !== address || first.token !== token) return null;
  globalThis.firstAnswer = undefined;
  askedMs = first.askedMs;
  // Not reached, it is asked again.
  return first.answer.catch(() => null);
}

/** Whether an answer was taken that may lack what changed before changes were listened for; once. */
export function mayLackChanges(): boolean {
  const isEarly = askedMs !== null && Date.now() - askedMs > EARLY_MS;
  askedMs = null;
  return isEarly;
}
