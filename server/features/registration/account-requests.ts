import { v7 as newId } from 'uuid';
import type { Dependencies } from '../../dependencies.ts';
import { type AccountRequest, findRequestAfter, insertRequest, takeRequest } from './registration-queries.ts';
import { settleReset } from './settle-reset.ts';
import { settleSignUp } from './settle-sign-up.ts';

/** A random delay after the response. Neither this response nor the next one reveals the result of a request. */
const SOON_MS = 30;
const SPREAD_MS = 120;
/** The next check finds requests that a killed server left behind. */
const LOOK_EVERY_MS = 5_000;

type Settings = Pick<Dependencies, 'config' | 'accounts' | 'mail' | 'now'>;

export type AccountRequests = {
  /** Stores the request durably before it returns. */
  add(request: Pick<AccountRequest, 'kind' | 'email_key' | 'password_hash' | 'asked_from'>): Promise<void>;
  close(): Promise<void>;
};

/**
 * Requests of strangers are only stored while they wait, and handled afterwards. The work before a response is the same
 * for every address, so its time reveals nothing (docs/threat-model.md#a5). No request is lost with the process
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
