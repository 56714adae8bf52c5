/** A request that `web/public/first-paint.js` sends before the product's code has loaded. */
export type FirstAnswer = {
  readonly address: string;
  readonly token: string | null;
  readonly askedMs: number;
  readonly answer: Promise<Response>;
};

declare global {
  var firstAnswer: FirstAnswer | undefined;
}

/**
 * The age of a request from which its response may lack a change, because the client was not yet listening for changes.
 */
export const EARLY_MS = 1_000;

let askedMs: number | null = null;

/**
 * Takes the response to a request that first-paint.js sent. Resolves to null if there is no such request. Each response
 * can be taken only once.
 */
export async function takeFirstAnswer(address: string, token: string | null): Promise<Response | null> {
  const first = globalThis.firstAnswer;
  if (first?.address !== address || first.token !== token) return null;
  globalThis.firstAnswer = undefined;
  askedMs = first.askedMs;
  // If the early request failed, the client sends a new request.
  return first.answer.catch(() => null);
}

/** Whether the page took a response that may lack changes made before the client listened. Returns true only once. */
export function mayLackChanges(): boolean {
  const isEarly = askedMs !== null && Date.now() - askedMs > EARLY_MS;
  askedMs = null;
  return isEarly;
}
