import type { FastifyInstance } from 'fastify';
import {
  disableSecondFactor,
  enableSecondFactor,
  prepareSecondFactor,
  renewRecoveryCodes,
  secondFactorState,
} from '#contract/second-factor.ts';
import { ATTEMPT_BUDGETS } from '#domain/attempt-budget.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { auditOwn } from '../../audit/own-audit.ts';
import { takeAuditTurn } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { refuseDemoAccount } from '../../http/demo-account.ts';
import { sendNotice } from '../../mail/send-notice.ts';
import { judgeAttempt } from '../../sign-in/guess-rate-limit.ts';
import { endSessionsOf } from '../../sign-in/session-queries.ts';
import { findUser } from './auth-queries.ts';
import { createSecondFactor, makeRecoveryCodes } from './create-second-factor.ts';
import { hasPasskey } from './passkey-queries.ts';
import {
  confirmFactor,
  countRecoveryCodes,
  deleteApp,
  deleteRecoveryCodes,
  replaceRecoveryCodes,
  storeUnconfirmedFactor,
} from './second-factor-queries.ts';

type FactorDependencies = Pick<Dependencies, 'accounts' | 'config' | 'mail' | 'now'>;

const WAIT_SECONDS = ATTEMPT_BUDGETS['enable-factor'].refillMs / 1_000;
/** Why an administrator cannot remove the last second factor. */
export const FACTOR_NEEDED = 'Administrators must have a second factor.';
const LIMITS = { rateLimit: { max: 60, timeWindow: MINUTE_MS } } as const;

/**
 * Registers the routes that set up, renew and remove the second factor of the caller's account
 * (docs/threat-model.md#a21).
 */
export function addSecondFactorRoutes(app: FastifyInstance, dependencies: FactorDependencies): void {
  const { accounts, config, now } = dependencies;
  const factor = createSecondFactor(dependencies);
  const isRequired = (role: string) => config.adminMfa && role === 'admin';

  addRoute(app, secondFactorState, async (request) => {
    const { userId, role, isDemo } = callerOf(request);
    return {
      enabled: await factor.hasApp(accounts, userId),
      required: isRequired(role) && !isDemo && !(await hasPasskey(accounts, userId)),
      recovery_codes_left: await countRecoveryCodes(accounts, userId),
    };
  });

  addRoute(
    app,
    prepareSecondFactor,
    async (request) => {
      refuseDemoAccount(request);
      const { userId } = callerOf(request);
      if (await factor.hasApp(accounts, userId)) {
        throw new AppError('conflict', 'An authenticator app is already set up. Remove it first.');
      }
      const { secret, uri, sealed } = factor.make((await findUser(accounts, userId))?.email ?? '');
      await storeUnconfirmedFactor(accounts, { userId, secret: sealed, at: now() });
      const { toString: drawQrCode } = await import('qrcode');
      return {
        seed: secret,
        uri,
        picture: await drawQrCode(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }),
      };
    },
    LIMITS,
  );

  addEnableRoute(app, dependencies);

  addRoute(
    app,
    disableSecondFactor,
    async (request) => {
      const { userId, role } = callerOf(request);
      await accounts.transaction().execute(async (tx) => {
        // Serializes this with a simultaneous removal of a passkey.
        await takeAuditTurn(tx);
        const keepsPasskey = await hasPasskey(tx, userId);
        if (isRequired(role) && !keepsPasskey) throw new AppError('conflict', FACTOR_NEEDED);
        const user = await findUser(tx, userId);
        await deleteApp(tx, userId);
        if (!keepsPasskey) await deleteRecoveryCodes(tx, userId);
        await auditOwn(tx, request, { at: now(), action: 'second-factor.disabled' });
        if (user) await sendNotice(tx, dependencies.mail, user, keepsPasskey ? 'app-off' : 'second-factor-off');
      });
      return { status: true };
    },
    LIMITS,
  );

  addRoute(
    app,
    renewRecoveryCodes,
    async (request) => {
      const { userId } = callerOf(request);
      if (!(await factor.isOn(accounts, userId))) throw new AppError('conflict', 'This account has no second factor.');
      const { codes, hashes } = makeRecoveryCodes();
      await accounts.transaction().execute(async (tx) => {
        // If two sets are generated simultaneously, only the later one is valid.
        await takeAuditTurn(tx);
        await replaceRecoveryCodes(tx, userId, hashes, now());
        await auditOwn(tx, request, { at: now(), action: 'second-factor.codes-renewed' });
      });
      return { recovery_codes: codes };
    },
    LIMITS,
  );
}

function addEnableRoute(app: FastifyInstance, { accounts, config, mail, now }: FactorDependencies): void {
  const factor = createSecondFactor({ config, now });
  addRoute(
    app,
    enableSecondFactor,
    async (request) => {
      refuseDemoAccount(request);
      const { userId, sessionId } = callerOf(request);
      if (await factor.hasApp(accounts, userId))
        throw new AppError('conflict', 'An authenticator app is already set up.');
      const guessed = [{ kind: 'enable-factor', name: userId }] as const;
      const { verdict } = await judgeAttempt(accounts, guessed, now(), () =>
        factor.acceptFirst(accounts, userId, request.body.code),
      );
      if (verdict === 'blocked') {
        throw new AppError('too-many', 'Too many incorrect codes. Try again in 15 minutes.', WAIT_SECONDS);
      }
      if (verdict === 'wrong') {
        throw new AppError(
          'invalid',
          'The code is incorrect. Use the latest code from your app, and check your device’s clock.',
        );
      }
      const { codes, hashes } = makeRecoveryCodes();
      await accounts.transaction().execute(async (tx) => {
        const at = now();
        const user = await findUser(tx, userId);
        await confirmFactor(tx, userId, at);
        await replaceRecoveryCodes(tx, userId, hashes, at);
        const sessionsEnded = await endSessionsOf(tx, userId, at, sessionId);
        await auditOwn(tx, request, { at, action: 'second-factor.enabled', detail: { sessions_ended: sessionsEnded } });
        if (user) await sendNotice(tx, mail, user, 'second-factor-on');
      });
      return { recovery_codes: codes };
    },
    LIMITS,
  );
}
