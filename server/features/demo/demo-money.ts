import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { personKeys } from '#domain/person-names.ts';
import { wallClock } from '#domain/zoned-day.ts';
import { insertWithAudit } from '../../administration/insert-with-audit.ts';
import type { InventedMoney } from '../../billing/create-billing.ts';
import { findNewestLetterhead, insertLetterhead } from '../../billing/letterhead-queries.ts';
import { findMonths } from '../../billing/months-queries.ts';
import { findPayables, sumMoved } from '../../billing/settlements-queries.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import { pixelEncoder } from '../../pictures/pixel-encoder.ts';
import { DEMO_ACCOUNTS, DEMO_BOOKKEEPER } from './demo-accounts.ts';
import * as queries from './demo-money-queries.ts';
import { readDemoProgress } from './demo-progress.ts';
import { insertRows } from './demo-queries.ts';
import { demoRowId } from './demo-row-id.ts';

type Person = { readonly id: string; readonly email: string };
type People = { readonly admin: Person; readonly bookkeeper: Person };
type Act = { readonly by: Person; readonly at: number; readonly sendingId: string };

/** The administrators' money actions, as the screens perform them. */
type MoneyActs = {
  setPayee(
    act: Omit<Act, 'sendingId'>,
    customerId: string,
    wish: { readonly holder: string; readonly account: string; readonly bank: string },
  ): Promise<void>;
  confirmPayee(act: Omit<Act, 'sendingId'>, customerId: string): Promise<void>;
  setPayer(
    act: Omit<Act, 'sendingId'>,
    wish: { readonly holder: string; readonly account: string; readonly bank: string },
  ): Promise<void>;
  enterPayment(
    act: Act,
    wish: {
      readonly customer_id: string;
      readonly amount: number;
      readonly paid_on: string;
      readonly reference: string;
    },
  ): Promise<string>;
  proposeRefund(
    act: Act,
    wish: { readonly customer_id: string; readonly amount: number; readonly reason: string },
  ): Promise<string>;
  proposeRun(act: Act, minimum: number): Promise<string>;
  approveRun(act: Act, runId: string): Promise<string>;
  payRun(act: Act, runId: string, paidOn: string): Promise<string>;
  returnPayout(act: Act, payoutId: string, reason: string): Promise<string>;
};

type Needs = Pick<Dependencies, 'accounts'> & {
  readonly config: { readonly networkTimeZone: string };
  readonly acts: MoneyActs;
};

/** An event that happens once, at a given time. If its submission is already stored, it is not repeated. */
type Event = { readonly at: number; readonly sendingId: string; happen(): Promise<unknown> };

/**
 * How advertisers pay an invoice: which part, and how many days after the invoice. There is one entry per advertiser,
 * in the order of the advertisers. Visitors use the first advertiser's account, whose newest invoice is open for most
 * of a month. The second advertiser pays half and the remainder late, and the third pays weeks after the due date.
 */
const HABITS: readonly (readonly (readonly [days: number, part: number])[])[] = [
  [[26, 1]],
  [
    [12, 0.5],
    [58, 1],
  ],
  [[61, 1]],
  [[9, 1]],
  [[14, 1]],
  [[22, 1]],
  [[5, 1]],
];
/**
 * The advertiser who pays soonest also makes a prepayment shortly before the demo begins, and requests part of the
 * money back. That refund waits for a visitor's decision.
 */
const AHEAD = { habit: 6, paidDays: 2, refundDays: 1, amount: 1_200, refund: 400 } as const;
/**
 * The steps of each payout run, in days after its month is final. A run waits two weeks for approval, so that visitors
 * usually find a run to approve.
 */
const RUN = { proposed: 4, approved: 19, paid: 20, returned: 23 } as const;
const LEAST_PAYOUT = 25;
const CONFLICT = 409;

/**
 * Creates the demo's letterhead, payout accounts, payments and payouts. These use the same actions as the screens, so
 * the ledger looks as in a real network. Each action has its own submission id, so that restarts and several processes
 * repeat nothing.
 */
export function createDemoMoney({ accounts, config, acts }: Needs): InventedMoney {
  const zone = config.networkTimeZone;
  const dayOf = (at: number) => wallClock(at, zone).date;

  /** Finds or creates the two administrators that a run needs. The second one has no password, so it cannot sign in. */
  async function people(plannedFor: number): Promise<People | null> {
    const { firstName, lastName, email } = DEMO_BOOKKEEPER;
    const at = plannedFor - 90 * DAY_MS;
    const row = {
      id: demoRowId('bookkeeper'),
      first_name: firstName,
      last_name: lastName,
      ...personKeys(firstName, lastName),
      email,
      email_key: email,
      email_verified: 1 as const,
      phone_number: '',
      avatar: '[]',
      provider: 'local',
      role: 'admin' as const,
      customer_id: null,
      disabled: 0 as const,
      demo: 1 as const,
      password_hash: null,
      import_hash: null,
      authentication_uid: null,
      created_at: at,
      updated_at: at,
      created_by_id: null,
      updated_by_id: null,
      deleted_at: null,
    };
    await insertRows(accounts, 'users', [row], 'if absent');
    const admin = await queries.findAccount(accounts, DEMO_ACCOUNTS[0].email);
    const bookkeeper = await queries.findAccount(accounts, email);
    return admin === undefined || bookkeeper === undefined ? null : { admin, bookkeeper };
  }

  async function writeLetterhead({ email, id }: Person, at: number): Promise<void> {
    if ((await findNewestLetterhead(accounts)) !== undefined) return;
    const logo = await drawDemoLogo();
    const author = { actorId: id, actor: email, ip: '' };
    await insertWithAudit({ accounts, now: () => at, author }, async ({ tx, note }) => {
      await insertLetterhead(tx, {
        id: demoRowId('letterhead'),
        made_at: at,
        made_by: email,
        ...DEMO_LETTERHEAD,
        logo,
      });
      await note({ action: 'letterhead.changed', subject: 'documents', detail: { name: DEMO_LETTERHEAD.name } });
    });
  }

  /** Enters payout accounts as one administrator and confirms them as the other. */
  async function writePayees({ admin, bookkeeper: by }: People, at: number): Promise<void> {
    for (const { id, key, name } of await queries.findWithoutPayee(accounts, by.id)) {
      await acts.setPayee({ by, at }, id, { holder: name, account: inventedIban(key), bank: NOBODYS_BANK });
      await acts.confirmPayee({ by: admin, at }, id);
    }
  }

  async function payments(by: Person): Promise<Event[]> {
    const order = (await queries.findCustomers(accounts, 'advertiser')).map(({ id }) => id);
    const invoices = await queries.findInvoices(accounts);
    return invoices.flatMap(({ id, number, customer_id: customerId, total_cents: total, final_at: final }) => {
      const habit = HABITS[Math.max(0, order.indexOf(customerId)) % HABITS.length] ?? [];
      let rest = total ?? 0;
      return habit.map(([days, part]): Event => {
        const cents = part === 1 ? rest : Math.round(rest * part);
        rest -= cents;
        const at = (final ?? 0) + days * DAY_MS + 11 * HOUR_MS;
        const sendingId = demoRowId('payment', id, days);
        const wish = { customer_id: customerId, amount: cents / 100, paid_on: dayOf(at) };
        const reference = `Transfer I-${String(number).padStart(6, '0')}`;
        const happen = async () => {
          // What a prepayment has covered is not paid again.
          const due = Math.min(cents, await openCents(customerId));
          if (due > 0) await acts.enterPayment({ by, at, sendingId }, { ...wish, amount: due / 100, reference });
        };
        return { at, sendingId, happen };
      });
    });
  }

  async function ahead(by: Person, now: number): Promise<Event[]> {
    const advertiser = (await queries.findCustomers(accounts, 'advertiser'))[AHEAD.habit];
    if (advertiser === undefined) return [];
    const customer_id = advertiser.id;
    const event = (days: number, step: string, act: (sent: Act) => Promise<unknown>): Event => {
      const sent = { by, at: now - days * DAY_MS, sendingId: demoRowId('ahead', customer_id, step) };
      return { at: sent.at, sendingId: sent.sendingId, happen: () => act(sent) };
    };
    const prepaid = { customer_id, amount: AHEAD.amount, reference: 'Prepayment for the next campaign' };
    const back = { customer_id, amount: AHEAD.refund, reason: 'The next campaign was shortened' };
    return [
      event(AHEAD.paidDays, 'paid', (sent) => acts.enterPayment(sent, { ...prepaid, paid_on: dayOf(sent.at) })),
      event(AHEAD.refundDays, 'refund', (sent) => acts.proposeRefund(sent, back)),
    ];
  }

  /**
   * Returns the open amount in cents. Visitors to a demo are administrators too, and may already have entered a
   * payment.
   */
  async function openCents(customerId: string): Promise<number> {
    const knownOn = Number.MAX_SAFE_INTEGER;
    const billed = await findPayables(accounts, [customerId], knownOn);
    const moved = await sumMoved(accounts, 'invoice', { knownOn, customerIds: [customerId] });
    return billed.reduce((all, { cents }) => all + cents, 0) - (moved.get(customerId) ?? 0);
  }

  function runOf(
    { admin, bookkeeper }: People,
    { month, final_at: final, isFirst }: { month: string; final_at: number; isFirst: boolean },
  ): Event[] {
    const event = (step: keyof typeof RUN, happen: (act: Omit<Act, 'by'>) => Promise<unknown>): Event => {
      const act = { at: final + RUN[step] * DAY_MS + 15 * HOUR_MS, sendingId: demoRowId('run', month, step) };
      return { ...act, happen: () => happen(act) };
    };
    const propose = (act: Omit<Act, 'by'>) => acts.proposeRun({ by: bookkeeper, ...act }, LEAST_PAYOUT);
    const proposed = event('proposed', propose);
    const { happen: _, ...first } = proposed;
    // Repeating the submission returns the run that was already proposed.
    const run = () => propose(first);
    return [
      proposed,
      event('approved', async (act) => acts.approveRun({ by: admin, ...act }, await run())),
      event('paid', async (act) => acts.payRun({ by: bookkeeper, ...act }, await run(), dayOf(act.at))),
      ...(isFirst
        ? [
            event('returned', async (act) => {
              const payout = await queries.findSmallestPaid(accounts, await run());
              const why = 'The account was closed';
              if (payout !== undefined) await acts.returnPayout({ by: bookkeeper, ...act }, payout.id, why);
            }),
          ]
        : []),
    ];
  }

  async function happen(events: readonly Event[], untilMs: number): Promise<void> {
    const due = events.filter(({ at }) => at <= untilMs).toSorted((one, other) => one.at - other.at);
    const sent = await queries.findSent(
      accounts,
      due.map(({ sendingId }) => sendingId),
    );
    for (const event of due) {
      if (sent.has(event.sendingId)) continue;
      try {
        await event.happen();
      } catch (error) {
        // A visitor acted earlier or decided differently. The demo continues from the existing state.
        if (!(error instanceof AppError) || error.statusCode !== CONFLICT) throw error;
      }
    }
  }

  return {
    isOfDemo: async () => (await readDemoProgress(accounts)) !== null,
    async settle(untilMs) {
      const progress = await readDemoProgress(accounts);
      const both = progress === null ? null : await people(progress.now);
      if (progress === null || both === null) return;
      const months = await findMonths(accounts);
      const [first] = months;
      // This must precede the closing of the first month. The first call to `settle` ends before that closing.
      const beganMs = Math.min(progress.now, untilMs) - DAY_MS;
      await writeLetterhead(both.admin, beganMs);
      await writePayees(both, beganMs);
      if (!(await queries.hasPayer(accounts)))
        await acts.setPayer(
          { by: both.bookkeeper, at: beganMs },
          { holder: DEMO_LETTERHEAD.name, account: inventedIban(0), bank: NOBODYS_BANK },
        );
      const finals = months.flatMap(({ month, final_at: final }) =>
        final === null ? [] : [{ month, final_at: final, isFirst: month === first?.month }],
      );
      const runs = finals.flatMap((final) => runOf(both, final));
      await happen(
        [...(await payments(both.bookkeeper)), ...(await ahead(both.bookkeeper, progress.now)), ...runs],
        untilMs,
      );
    },
  };
}

/** The BIC of a test bank according to the rules for BICs. No directory lists this bank. */
export const NOBODYS_BANK = 'DEMODED0';

/** A German bank number that no bank has, so no account with it exists. Real bank numbers begin with 1 to 8. */
const NO_BANK = '00000000';

/** Returns an IBAN with valid check digits (ISO 13616), whose bank does not exist. */
export function inventedIban(number: number): string {
  const account = `${NO_BANK}${String(number).padStart(10, '0')}`;
  // D and E count as 13 and 14, and the check digits count as 00.
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${account}`;
}

/**
 * The letterhead of the demo's documents. It is obviously fictitious: the documents are sent to no person and require
 * no payment.
 */
const DEMO_LETTERHEAD = {
  name: 'Wayside Power Network, Inc. (invented)',
  address: '100 Example Plaza, Suite 4\nSpringfield, ZZ 00000',
  tax_id: '00-0000000',
  contact: 'billing@demo.voltboard.example',
  payment: 'This is a fictitious demo invoice. Do not pay it.\nBank of Examples, account 000000000, routing 000000000',
  paper: 'country',
} as const;

/** The drawing's edge length in pixels, and the number of samples per pixel edge. */
const [SIDE, FINE] = [132, 4];
const PINE = [22, 92, 84] as const;
const AMBER = [240, 178, 62] as const;
const PAPER = [255, 255, 255] as const;

const isInBox = (
  x: number,
  y: number,
  [left, top, right, bottom]: readonly [number, number, number, number],
  radius: number,
) => {
  const beyond = (at: number, from: number, to: number) => Math.max(from + radius - at, at - (to - radius), 0);
  return Math.hypot(beyond(x, left, right), beyond(y, top, bottom)) <= radius;
};

/** Returns the color at a point of an outlet's face: a plate, two slots, and the round ground hole, lit. */
function colourAt(x: number, y: number): typeof PINE | typeof AMBER | typeof PAPER {
  if (!isInBox(x, y, [2, 2, 130, 130], 30)) return PAPER;
  if (isInBox(x, y, [38, 34, 50, 72], 5) || isInBox(x, y, [82, 34, 94, 72], 5)) return PAPER;
  if (Math.hypot(x - 66, y - 92) <= 15) return AMBER;
  return PINE;
}

/** Draws the logo of the demo's company in the letterhead's format: a JPEG in base64. */
async function drawDemoLogo(): Promise<string> {
  const sharp = await pixelEncoder();
  const pixels = Buffer.alloc(SIDE * SIDE * 3);
  for (let at = 0; at < SIDE * SIDE; at += 1) {
    const sums = [0, 0, 0];
    for (let part = 0; part < FINE * FINE; part += 1) {
      const x = (at % SIDE) + ((part % FINE) + 0.5) / FINE;
      const y = Math.floor(at / SIDE) + (Math.floor(part / FINE) + 0.5) / FINE;
      for (const [channel, light] of colourAt(x, y).entries()) sums[channel] = (sums[channel] ?? 0) + light;
    }
    pixels.set(
      sums.map((sum) => Math.round(sum / FINE ** 2)),
      3 * at,
    );
  }
  const picture = sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } });
  return (await picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer()).toString('base64');
}
