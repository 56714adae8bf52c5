import { v7 as newId } from 'uuid';
import { HOUR_MS } from '#domain/durations.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { issueAccountToken, TOKEN_LIFE_MS } from '../../sign-in/account-token.ts';
import { findRuleOf } from '../../sign-in/sso-rule.ts';
import { demoAccountMail, resetMail } from './account-mails.ts';
import { mayMail } from './mail-limits.ts';
import {
  type AccountRequest,
  findAccountByEmail,
  findRequestAfter,
  insertRequest,
  prolongTokens,
  takeRequest,
  voidTokens,
} from './registration-queries.ts';
import { sourceOf } from './request-source.ts';
import { settleSignUp } from './settle-sign-up.ts';

/**
 * Minimum delay after the response, and maximum random addition. The delay prevents this response and the next one from
 * revealing a request's result.
 */
const SOON_MS = 30;
const SPREAD_MS = 120;
/** How often to look for requests that a killed server left behind. */
const LOOK_EVERY_MS = 5_000;

type Settings = Pick<Dependencies, 'config' | 'accounts' | 'mail' | 'now'>;

export type AccountRequests = {
  /** Stores the request durably before it resolves. */
  add(request: Pick<AccountRequest, 'kind' | 'email_key' | 'password_hash' | 'asked_from'>): Promise<void>;
  close(): Promise<void>;
};

/**
 * Stores requests from people without a session and handles them after the response. The work before a response is the
 * same for every address, so its duration reveals nothing (docs/threat-model.md#a5). No request is lost if the process
 * ends (docs/threat-model.md#a16).
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

/**
 * Handles a password-reset request (docs/threat-model.md#a8): mails a link if the address has an account, otherwise
 * does nothing. Above the limit, it sends no mail, but extends the links of the last hour. So a stranger who uses up
 * the limit cannot lock the owner out: the mailbox always holds a valid link.
 */
async function settleReset(
  tx: AccountsDb,
  request: AccountRequest,
  { config, mail, now }: Pick<Dependencies, 'config' | 'mail' | 'now'>,
) {
  const { email_key: key, asked_from: ip, created_at: at } = request;
  const askedFrom = sourceOf(ip);
  const user = await findAccountByEmail(tx, key);
  if (user === undefined || user.disabled === 1) return;
  if ((await findRuleOf(tx, user)) !== undefined) return;
  const purpose = 'reset';
  if (!(await mayMail(tx, 'password', { toKey: key, askedFrom, now: now() }))) {
    const until = now() + TOKEN_LIFE_MS[purpose];
    return prolongTokens(tx, user.id, { purpose, createdAfter: now() - HOUR_MS, until });
  }
  const occasion = { at, from: ip, timeZone: config.networkTimeZone };
  if (user.demo === 1) return mail.send(tx, { ...demoAccountMail(occasion), to: key, askedFrom });
  await voidTokens(tx, user.id, { purposes: [purpose] });
  const token = await issueAccountToken(tx, { userId: user.id, purpose, now: now(), askedFrom });
  await mail.send(tx, { ...resetMail(occasion), to: key, token, askedFrom });
  const entry = { at, actorId: null, actor: '', action: 'password.reset-asked', subject: user.email, detail: {}, ip };
  await writeAudit(tx, entry);
}
