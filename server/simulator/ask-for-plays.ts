import { Value } from 'typebox/value';
import { ServeAnswer, type ServedPlay } from '#contract/serve.ts';

/** The ad that the server chose; `none` if it has none now; `unknown` without an answer in time. */
export type Asked = ServedPlay | 'none' | 'unknown';

/** Requests the ad for the visitor at the outlet. */
export type AskForPlay = (key: string, eui: string, fingerprint: string) => Promise<Asked>;

/** A charge never waits for an ad: after this time the outlet shows an ad of its own. */
const PATIENCE_MS = 2_000;

export const createAskForPlay =
  (url: string): AskForPlay =>
  async (key, eui, fingerprint) => {
    try {
      const response = await fetch(`${url}/api/serve`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ eui, count: 1, fingerprint }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (response.status !== 200) {
        await response.arrayBuffer();
        return 'unknown';
      }
      const answer: unknown = await response.json();
      return Value.Check(ServeAnswer, answer) ? (answer.plays[0] ?? 'none') : 'unknown';
    } catch {
      return 'unknown';
    }
  };
