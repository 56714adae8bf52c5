import { v7 as newId } from 'uuid';
import type { Dependencies } from '../../dependencies.ts';
import { type AccountRequest, findRequestAfter, insertRequest, takeRequest } from './registration-queries.ts';
import { settleReset } from './settle-reset.ts';
import { settleSignUp } from './settle-sign-up.ts';

/** A while after the answer, of no fixed length: neither the answer nor the next one shows what a request led to. */
const SOON_MS = 30;
const SPREAD_MS = 120;
/** What a server left behind when it was killed is found by the next look. */
const LOOK_EVERY_MS = 5_000;

type Settings = Pick<Dependencies, 'config' | 'accounts' | 'mail' | 'now'>;

export type AccountRequests = {
  /** Keeps the request; it is durable when this answers. */
  add(request: Pick<AccountRequest, 'kind' | 'email_key' | 'password_hash' | 'asked_from'>): Promise<void>;
  close(): Promise<void>;
};

/**
 * What strangers ask for is only written down while they wait, and looked at afterwards: the work before an answer is the
 * same for every address, so its time tells nothing (docs/threat-model.md#a5), and nothing is lost with the process
 * (docs/threat-model.md#a16).
 */
export function createAccountRequests(settings: Settings, report: (error: unknown) => void): AccountRequests {
  const { accounts, now } = settings;
  let soon: NodeJS.Timeout | null = null;
  let settling: Promise<void> = Promise.resolve();

  async function settleAll(): Promise<void> {
    for (let last = ''; ; ) {
      const request = await findRequestAfter(accounts, last);
      if (request === undefined) return;
      last = request.id;
      await settle(request).catch(report);
    }
  }

  const settle = (request: AccountRequest) =>
    accounts.transaction().execute(async (tx) => {
      if ((await takeRequest(tx, request.id)) === undefined) return;
      if (request.kind === 'sign-up') await settleSignUp(tx, request, settings);
      else await settleReset(tx, request, settings);
    });

  const run = () => {
    settling = settling.then(settleAll).catch(report);
  };
  const timer = setInterval(run, LOOK_EVERY_MS);
  timer.unref();

  return {
    async add(request) {
      await insertRequest(accounts, { ...request, id: newId(), created_at: now() });
      soon ??= setTimeout(
        () => {
          soon = null;
          run();
        },
        SOON_MS + Math.random() * SPREAD_MS,
      );
    },
    async close() {
      clearInterval(timer);
      if (soon) clearTimeout(soon);
      await settling;
    },
  };
}
