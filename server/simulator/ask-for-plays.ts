import { Value } from 'typebox/value';
import { ServeAnswer, type ServedPlay } from '#contract/serve.ts';

/** The ad that the server chose; `none` where there is none now; `unknown` where nobody answered in time. */
export type Asked = ServedPlay | 'none' | 'unknown';

/** What is shown to the visitor who has come to the outlet. */
export type AskForPlay = (key: string, eui: string, fingerprint: string) => Promise<Asked>;

/** A charge never waits for an ad: who has heard nothing by then shows what it has. */
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
