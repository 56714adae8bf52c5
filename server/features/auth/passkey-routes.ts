import type { FastifyInstance, FastifyRequest } from 'fastify';
import { v7 as uuid } from 'uuid';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyConfirmation,
  beginPasskeySignIn,
  listPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
  signInByPasskey,
} from '#contract/passkeys.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { visibleText } from '#domain/plain-text.ts';
import { auditOwn } from '../../audit/own-audit.ts';
import { takeAuditTurn } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { callerOf, refuseViewer } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { refuseDemoAccount } from '../../http/demo-account.ts';
import { sendNotice } from '../../mail/send-notice.ts';
import { endSessionsOf } from '../../sign-in/session-queries.ts';
import type { Parts } from './auth-parts.ts';
import { findUser } from './auth-queries.ts';
import { createPasskeys, type MadePasskey } from './check-passkeys.ts';
import { createSecondFactor, makeRecoveryCodes } from './create-second-factor.ts';
import { findIdentities } from './identity-queries.ts';
import { deletePasskey, findPasskeys, insertPasskey, type PasskeyRow, storePasskeyName } from './passkey-queries.ts';
import { countRecoveryCodes, deleteRecoveryCodes, replaceRecoveryCodes } from './second-factor-queries.ts';
import { FACTOR_NEEDED } from './second-factor-routes.ts';

const MOST_PASSKEYS = 20;
const LIMITS = { rateLimit: { max: 120, timeWindow: MINUTE_MS } } as const;

const shown = ({ id, name, synced, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id,
  name,
  synced: synced === 1,
  created_at: new Date(created_at).toISOString(),
  last_used_at: last_used_at === null ? null : new Date(last_used_at).toISOString(),
});

function nameOf(text: string): string {
  const name = visibleText(text).trim();
  if (name === '') throw new FieldError({ name: 'Enter a name.' });
  return name;
}

/** Registers the routes for passkey sign-in and for the passkeys of the caller's account (docs/threat-model.md#a23). */
export function addPasskeyRoutes(app: FastifyInstance, parts: Parts): void {
  addPasskeySignIn(app, parts);
  addPasskeyList(app, parts);
  addPasskeyChanges(app, parts);
}

function addPasskeySignIn(app: FastifyInstance, { config, accounts, now, signIn, clients }: Parts): void {
  const passkeys = createPasskeys({ config, accounts, now });
  addRoute(
    app,
    beginPasskeySignIn,
    async ({ body: { challenge } }) =>
      challenge === undefined
        ? passkeys.ask({ purpose: 'sign-in', userId: null, sessionId: null })
        : signIn.askForPasskey(challenge),
    LIMITS,
  );
  addRoute(
    app,
    signInByPasskey,
    async (request, reply) =>
      clients.answer(request, reply, await signIn.byPasskey(request.body.passkey, clients.of(request))),
    LIMITS,
  );
  addRoute(
    app,
    beginPasskeyConfirmation,
    async (request) => {
      const { userId, sessionId } = callerOf(request);
      return passkeys.ask({ purpose: 'confirm', userId, sessionId });
    },
    LIMITS,
  );
}

function addPasskeyList(app: FastifyInstance, { accounts, now }: Parts): void {
  addRoute(app, listPasskeys, async (request) => {
    const { userId } = refuseViewer(request);
    return { data: (await findPasskeys(accounts, userId)).map(shown) };
  });

  addRoute(
    app,
    renamePasskey,
    async (request) => {
      const { id } = request.params;
      const name = nameOf(request.body.name);
      await accounts.transaction().execute(async (tx) => {
        if (!(await storePasskeyName(tx, { id, userId: callerOf(request).userId, name }))) throw notThere();
        await auditOwn(tx, request, { at: now(), action: 'passkey.renamed', detail: { name } });
      });
      return { status: true };
    },
    LIMITS,
  );
}

const notThere = () => new AppError('not-found', 'Passkey not found.');

function addPasskeyChanges(app: FastifyInstance, parts: Parts): void {
  const { config, accounts, mail, now } = parts;
  const passkeys = createPasskeys({ config, accounts, now });

  addRoute(
    app,
    beginPasskey,
    async (request) => {
      refuseDemoAccount(request);
      const { userId, sessionId } = callerOf(request);
      const user = await findUser(accounts, userId);
      const name = [user?.first_name, user?.last_name].filter((part) => part).join(' ');
      return passkeys.begin({ id: userId, email: user?.email ?? '', name }, sessionId);
    },
    LIMITS,
  );

  addRoute(
    app,
    addPasskey,
    async (request) => {
      refuseDemoAccount(request);
      const name = nameOf(request.body.name);
      const made = await passkeys.check(request.body, callerOf(request));
      if (made === null) throw new AppError('invalid', 'The passkey couldn’t be verified. Try again.');
      return accounts.transaction().execute((tx) => storePasskey(parts, tx, request, { ...made, name }));
    },
    LIMITS,
  );

  addRoute(
    app,
    removePasskey,
    async (request) => {
      const { userId } = callerOf(request);
      const { id } = request.params;
      await accounts.transaction().execute(async (tx) => {
        // Serializes simultaneous removals, so that the second one sees that it would remove the last passkey.
        await takeAuditTurn(tx);
        const rows = await findPasskeys(tx, userId);
        const found = rows.find((row) => row.id === id);
        if (found === undefined) throw notThere();
        if (rows.length === 1) await giveUpLast(parts, tx, request);
        await deletePasskey(tx, userId, id);
        await auditOwn(tx, request, { at: now(), action: 'passkey.removed', detail: { name: found.name } });
        const user = await findUser(tx, userId);
        if (user) await sendNotice(tx, mail, user, 'passkey-removed');
      });
      return { status: true };
    },
    LIMITS,
  );
}

/**
 * Stores a passkey. If it is the account's first second factor, creates recovery codes and ends the account's other
 * sessions.
 */
async function storePasskey(
  { config, mail, now }: Parts,
  tx: AccountsDb,
  request: FastifyRequest,
  made: MadePasskey & { readonly name: string },
): Promise<{ passkey: Passkey; recovery_codes: string[] }> {
  const { userId, sessionId } = callerOf(request);
  const factor = createSecondFactor({ config, now });
  await takeAuditTurn(tx);
  if ((await findPasskeys(tx, userId)).length >= MOST_PASSKEYS)
    throw new AppError('conflict', `You can have at most ${MOST_PASSKEYS} passkeys. Remove one first.`);
  const at = now();
  const wasOn = await factor.isOn(tx, userId);
  const row = { ...made, id: uuid(), user_id: userId, created_at: at, last_used_at: null };
  if (!(await insertPasskey(tx, row))) throw new AppError('conflict', 'This passkey is already registered.');
  const { codes, hashes } = makeRecoveryCodes();
  const needsCodes = (await countRecoveryCodes(tx, userId)) === 0;
  if (needsCodes) await replaceRecoveryCodes(tx, userId, hashes, at);
  const sessionsEnded = wasOn ? 0 : await endSessionsOf(tx, userId, at, sessionId);
  const detail = { name: row.name, sessions_ended: sessionsEnded };
  await auditOwn(tx, request, { at, action: 'passkey.added', detail });
  const user = await findUser(tx, userId);
  if (user) await sendNotice(tx, mail, user, 'passkey-added');
  return { passkey: shown(row), recovery_codes: needsCodes ? codes : [] };
}

/** Throws if the account needs its last passkey. Otherwise, deletes the recovery codes if no second factor remains. */
async function giveUpLast({ config, now }: Parts, tx: AccountsDb, request: FastifyRequest): Promise<void> {
  const { userId, role } = callerOf(request);
  const hasApp = await createSecondFactor({ config, now }).hasApp(tx, userId);
  if (config.adminMfa && role === 'admin' && !hasApp) throw new AppError('conflict', FACTOR_NEEDED);
  const hasPassword = (await findUser(tx, userId))?.password_hash !== null;
  if (!hasPassword && (await findIdentities(tx, userId)).length === 0)
    throw new AppError('conflict', 'This is the only way to sign in to this account. Choose a password first.');
  if (!hasApp) await deleteRecoveryCodes(tx, userId);
}
