import type { IngestAnswer, OutletEvent } from '#contract/ingest.ts';
import type { ServeAnswer, ServedPlay } from '#contract/serve.ts';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import type { SeededRandom } from '../../../lib/seeded-random.ts';
import { makeCampaign, makeCreative, makeCustomer, makeFlight, makeKey, makeOutlet } from '../../../testing/makers.ts';
import { PATTERNS_OFF } from '../../../testing/patterns-off.ts';

const WRITERS = 64;
export const PRICE = 1_000;
const LOST = Symbol('no answer');

export type Workplace = { readonly key: string; readonly outlets: readonly string[]; readonly code: string };

/** Creates one owner's outlets, and a flight whose budget and daily cap cover `plays` plays but not one more. */
export async function layWorkplace(accounts: AccountsDb, plays: number): Promise<Workplace> {
  const owner = await makeCustomer(accounts);
  const outlets = [];
  for (let count = 0; count < 8; count += 1) outlets.push((await makeOutlet(accounts, { customerId: owner.id })).eui);
  const { key } = await makeKey(accounts, { customerId: owner.id });
  const advertiser = await makeCustomer(accounts, { kind: 'advertiser' });
  const campaign = await makeCampaign(accounts, { customerId: advertiser.id });
  const most = plays * PRICE + PRICE - 1;
  const flight = await makeFlight(accounts, {
    plain: false,
    campaignId: campaign.id,
    model: 'flat',
    priceMicros: PRICE,
    budgetMicros: most + PRICE,
  });
  await accounts
    .updateTable('flights')
    .set({ pacing: 'fast', daily_cap_micros: most })
    .where('id', '=', flight.id)
    .execute();
  await makeCreative(accounts, { flightId: flight.id });
  // The simulated outlets show plays instantly, although plays normally take seconds.
  const rules = {
    visitor_seconds: 3_600,
    outlet_pace: 0,
    data_centre: 1,
    silent_minutes: null,
    patterns: PATTERNS_OFF,
  } as const;
  await accounts
    .insertInto('traffic_rules')
    .values({ id: 'hurried', valid_from: 0, made_by: 'a test', ...rules })
    .execute();
  return { key, outlets, code: flight.code };
}

async function post<Answer>(url: string, key: string, body: unknown): Promise<Answer | typeof LOST> {
  try {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    // The outlet retries if its process or store is unavailable.
    if (response.status === 503) return LOST;
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer;
  } catch (error) {
    if (error instanceof TypeError) return LOST;
    throw error;
  }
}

const viewOf = ({ id, token }: ServedPlay, eui: string): OutletEvent => ({
  id,
  type: 'view',
  eui,
  cryptic: token,
  timestamp: new Date().toISOString(),
});

/**
 * Simulates outlets that request, show and report plays at any responding process, some late and some twice. The
 * server must not reject a report.
 */
export function outletsAtWork({ key, outlets, code }: Workplace, random: SeededRandom) {
  const served: OutletEvent[] = [];
  const uncounted = (answer: IngestAnswer) =>
    answer.results.filter(({ status, counted }) => status === 'rejected' || counted === false);
  const wrong: unknown[] = [];

  async function report(url: string, views: readonly OutletEvent[]): Promise<boolean> {
    if (views.length === 0) return true;
    const answer = await post<IngestAnswer>(`${url}/api/ingest/events`, key, views);
    if (answer === LOST) return false;
    wrong.push(...uncounted(answer));
    return true;
  }

  return {
    served,
    /** Results of plays that earned nothing. There should be none. */
    wrong,
    /** Runs until `until` returns true or no process is left. Calls `urls` every time, because processes die. */
    work: (urls: () => readonly string[], until: () => boolean): Promise<unknown> =>
      Promise.all(
        Array.from({ length: WRITERS }, async (_, writer) => {
          while (!until()) {
            const living = urls();
            const url = living[(writer + random.whole(0, 1)) % living.length];
            if (url === undefined) return;
            const eui = random.pick(outlets);
            const answer = await post<ServeAnswer>(`${url}/api/serve`, key, { eui, count: random.whole(1, 4) });
            if (answer === LOST) continue;
            const views = answer.plays.map((play) => viewOf(play, eui));
            served.push(...views);
            await report(url, [...views.slice(random.whole(0, 1)), ...served.slice(-random.whole(0, 3))]);
          }
        }),
      ),
    reportAll: async (url: string) => {
      if (!(await report(url, served))) throw new Error('the process does not answer');
    },
    /** Reports views without a play. Returns how many of them counted. */
    reportUnsigned: async (url: string, count: number): Promise<number> => {
      const unsigned = Array.from({ length: count }, (): OutletEvent => {
        const event = { id: random.uuid(), type: 'view' as const, eui: random.pick(outlets), flight: code };
        return { ...event, timestamp: new Date().toISOString() };
      });
      const answer = await post<IngestAnswer>(`${url}/api/ingest/events`, key, unsigned);
      if (answer === LOST) throw new Error('the process does not answer');
      return answer.results.length - uncounted(answer).length;
    },
  };
}
