import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '#domain/durations.ts';
import type { DailyFigures } from '../../contract/daily.ts';
import type { CustomerList, DevicePage, Summary } from '../../contract/list.ts';
import type { Figures } from '../../contract/list-figures.ts';
import { readPdf } from '../../server/features/statements/testing/read-pdf.ts';
import type { AnswerBook } from './answer-book.ts';
import type { Terms } from './drill-terms.ts';
import type { ExpectedSums, Sums } from './expected-sums.ts';
import { isoDay } from './expected-sums.ts';
import { signInAt } from './probe-front-door.ts';

export type ShownFindings = { compared: number; readonly wrong: string[] };
/** Compares the figures that were read with the expected sums, once these are available. */
export type Comparison = (expected: ExpectedSums, findings: ShownFindings) => void;

type Look = {
  readonly terms: Terms;
  readonly book: AnswerBook;
  /** The URL of one process. */
  readonly url: string;
  /**
   * Session tokens by email address. A session from one process is valid in all processes, and a sign-in takes a core
   * for half a second.
   */
  readonly tokens: Map<string, string>;
};
type Ask = <Answer>(path: string, body?: object) => Promise<Answer>;
type Caller = { readonly ask: Ask; readonly statement: (body: object) => Promise<string> };

const TIMEOUT_MS = MINUTE_MS;
const AGAIN_MS = 500;
/** The statement's days. Late events fall into these days, but no events from the drill's last minutes. */
const STATEMENT = { from: isoDay(-20), to: isoDay(-3) };

/** Reads the figures that a process shows to each role. */
export async function readShownFigures(look: Look): Promise<Comparison> {
  const { admin, owners, advertisers } = look.terms;
  const comparisons = [await readAdministrator(look, await callerAs(look, admin))];
  const [owner] = owners;
  if (owner !== undefined) comparisons.push(await readOwner(await callerAs(look, owner.email), owner.id));
  for (const [index, { email, name }] of advertisers.entries())
    comparisons.push(await readAdvertiser(await callerAs(look, email), name, index));
  return (expected, findings) => {
    for (const compare of comparisons) compare(expected, findings);
  };
}

async function readAdministrator({ terms: { owners, outlets } }: Look, { ask }: Caller): Promise<Comparison> {
  const summary = await ask<Summary>('/list/summary');
  const cards = (await ask<CustomerList>('/list?limit=100&embed=none')).data;
  const devices = (await ask<DevicePage>('/list/devices?limit=100')).data;
  const days = await readDays(ask, '&tz=UTC');
  return (expected, findings) => {
    const compare = comparing(findings, 'administrator', 'amount');
    compare('summary', summary, expected.all());
    for (const [index, { name }] of owners.entries()) {
      const card = cards.find(({ customer }) => customer === name);
      compare(`card of ${name}`, card, expected.ofOwner(index));
    }
    for (const [index, { eui }] of outlets.entries()) {
      const device = devices.find((one) => one.eui === eui);
      compare(`outlet ${eui}`, device, expected.ofOutlet(index));
    }
    compareDays(findings, 'administrator', { days, byDay: expected.byDay(), money: 'amount' });
  };
}

/** Reads as the first owner, whose outlets are in two time zones: each event counts on the local day of its venue. */
async function readOwner({ ask, statement }: Caller, cid: string): Promise<Comparison> {
  const summary = await ask<Summary>('/list/summary');
  const days = await readDays(ask, '');
  const words = await statement({ cid, role: 'property', ...STATEMENT });
  return (expected, findings) => {
    comparing(findings, 'owner', 'owner')('summary', summary, expected.ofOwner(0));
    const byDay = expected.byDayOfFirstOwner();
    compareDays(findings, 'owner', { days, byDay, money: 'owner' });
    const { from, to } = STATEMENT;
    const micros = [...byDay].reduce((sum, [day, { owner }]) => (day >= from && day <= to ? sum + owner : sum), 0n);
    const shown = (Number(micros) / 1e6).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    findings.compared += 1;
    if (!words.includes(shown))
      findings.wrong.push(`the owner's statement from ${from} to ${to} does not say ${shown}`);
  };
}

async function readAdvertiser({ ask }: Caller, name: string, index: number): Promise<Comparison> {
  const summary = await ask<Summary>('/list/summary');
  return (expected, findings) => comparing(findings, name, 'amount')('summary', summary, expected.ofAdvertiser(index));
}

type Days = ReadonlyMap<string, DailyFigures['data'][number]>;

async function readDays(ask: Ask, query: string): Promise<Days> {
  const { data } = await ask<DailyFigures>(`/list/daily?from=${isoDay(-32)}&to=${isoDay(1)}${query}`);
  return new Map(data.map((day) => [day.date, day]));
}

type WantedDays = {
  readonly days: Days;
  readonly byDay: ReadonlyMap<string, Sums>;
  readonly money: 'amount' | 'owner';
};

function compareDays(findings: ShownFindings, who: string, { days, byDay, money }: WantedDays): void {
  for (const [day, sums] of byDay) {
    findings.compared += 1;
    const { views = 0, clicks = 0, burns = 0, revenue = 0 } = days.get(day) ?? {};
    const is = [views, clicks, burns, revenue].join();
    const wanted = [sums.views, sums.clicks, sums.burns, Number(sums[money]) / 1e6].join();
    if (is !== wanted) findings.wrong.push(`${who}, ${day}: ${is} instead of ${wanted}`);
  }
}

/** Returns a function that compares total figures, skipping those that a role does not see. */
function comparing(findings: ShownFindings, who: string, money: 'amount' | 'owner') {
  return (what: string, shown: Figures | undefined, sums: Sums): void => {
    const pairs: [string, number | undefined, number][] = [
      ['views', shown?.total_views, sums.views],
      ['clicks', shown?.total_clicks, sums.clicks],
      ['burns', shown?.total_burns, sums.burns],
      ['money', shown?.total_revenue, Number(sums[money]) / 1e6],
    ];
    if (shown?.total_energy_wh !== undefined) pairs.push(['energy', shown.total_energy_wh, sums.energyMilliWh / 1_000]);
    for (const [name, is, wanted] of pairs) {
      findings.compared += 1;
      if (is !== wanted) findings.wrong.push(`${who}, ${what}: ${name} ${is} instead of ${wanted}`);
    }
  };
}

/** Repeats a call that a busy server rejects. Returns null if the server still rejects the call at the timeout. */
async function patiently<Answer>(ask: () => Promise<Answer | null>): Promise<Answer | null> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== null || performance.now() > deadline) return answer;
    await pause(AGAIN_MS);
  }
}

async function callerAs({ book, url, tokens }: Look, email: string): Promise<Caller> {
  const token = tokens.get(email) ?? (await patiently(() => signInAt(book, url, email)));
  if (token === null) throw new Error(`${email} cannot sign in`);
  tokens.set(email, token);
  const authorization = `Bearer ${token}`;
  const ask: Ask = async (path, body) => {
    const text = await patiently(async () => {
      const answer = await book.ask('figure', `${url}/api${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        timeoutMs: TIMEOUT_MS,
      });
      return answer?.status === 200 ? answer.text : null;
    });
    if (text === null) throw new Error(`${path} does not answer`);
    return JSON.parse(text);
  };
  return {
    ask,
    async statement(body) {
      let said = '';
      // A ticket is valid for a single response, even a failed one.
      const printed = await patiently(async () => {
        const ticket = await ask<{ url: string }>('/list/print-ticket', body);
        const answer = await fetch(new URL(ticket.url, url), { signal: AbortSignal.timeout(TIMEOUT_MS) });
        if (answer.status === 200) return Buffer.from(await answer.arrayBuffer());
        said = `${answer.status} ${await answer.text()}`;
        return null;
      });
      if (printed === null) throw new Error(`the statement answered ${said}`);
      return readPdf(printed);
    },
  };
}
