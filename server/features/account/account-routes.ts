import type { FastifyInstance } from 'fastify';
import {
  deleteAccount,
  deleteAvatar,
  exportAccount,
  showAvatar,
  updateAvatar,
  updatePreferences,
  updateProfile,
} from '#contract/account.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { visibleText } from '#domain/plain-text.ts';
import { isTimeZone } from '#domain/zoned-day.ts';
import { auditOwn } from '../../audit/own-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf, refuseViewer } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { refuseDemoAccount } from '../../http/demo-account.ts';
import { replaceAvatar } from '../../people/avatar-queries.ts';
import { makeAvatar, PICTURE_BODY_LIMIT } from '../../people/make-avatar.ts';
import { findAvatar, storePreferences, storeProfile } from './account-queries.ts';
import { deleteOwnAccount } from './delete-account.ts';
import { exportAccountData } from './export-account.ts';

const LIMITS = { rateLimit: { max: 60, timeWindow: MINUTE_MS } } as const;
const PICTURE_LIMITS = { rateLimit: { max: 20, timeWindow: MINUTE_MS }, bodyLimit: PICTURE_BODY_LIMIT } as const;
const YEAR_SECONDS = 31_536_000;

/** As the audit log names them. */
const PROFILE_FIELDS = ['first_name', 'last_name', 'phone_number'] as const;

type AccountDependencies = Pick<Dependencies, 'accounts' | 'config' | 'mail' | 'now'>;

/** What users do with their own account, apart from signing in. */
export function accountRoutes(dependencies: AccountDependencies) {
  return async (app: FastifyInstance): Promise<void> => {
    addProfileRoutes(app, dependencies);
    addAvatarRoutes(app, dependencies);
    addFarewellRoutes(app, dependencies);
  };
}

function addProfileRoutes(app: FastifyInstance, { accounts, now }: AccountDependencies): void {
  addRoute(
    app,
    updateProfile,
    async (request) => {
      refuseDemoAccount(request);
      const { firstName, lastName, phoneNumber } = request.body;
      const profile = {
        firstName: visibleText(firstName),
        lastName: visibleText(lastName),
        phoneNumber: visibleText(phoneNumber),
      };
      await accounts.transaction().execute(async (tx) => {
        await storeProfile(tx, callerOf(request).userId, profile, now());
        await auditOwn(tx, request, { at: now(), action: 'profile.changed', detail: { fields: PROFILE_FIELDS } });
      });
      return { status: true };
    },
    LIMITS,
  );

  addRoute(app, updatePreferences, async (request) => {
    refuseDemoAccount(request);
    const { time_zone: timeZone } = request.body;
    if (timeZone !== undefined && timeZone !== '' && !isTimeZone(timeZone)) {
      throw new FieldError({ time_zone: 'That is no time zone. Choose one of the list.' });
    }
    await storePreferences(accounts, callerOf(request).userId, request.body);
    return { status: true };
  });
}

function addAvatarRoutes(app: FastifyInstance, { accounts, now }: AccountDependencies): void {
  addRoute(
    app,
    updateAvatar,
    async (request) => {
      refuseDemoAccount(request);
      const picture = await makeAvatar(request.body.image);
      await accounts.transaction().execute((tx) => replaceAvatar(tx, callerOf(request).userId, picture, now()));
      return { avatar: [{ publicUrl: picture.publicUrl }] };
    },
    PICTURE_LIMITS,
  );

  addRoute(app, deleteAvatar, async (request) => {
    refuseDemoAccount(request);
    await accounts.transaction().execute((tx) => replaceAvatar(tx, callerOf(request).userId, null, now()));
    return { status: true };
  });

  addRoute(app, showAvatar, async (request, reply) => {
    const found = await findAvatar(accounts, request.params.id);
    if (found === undefined) throw new AppError('not-found', 'There is no such picture.');
    // A picture never changes under its URL. It is data, and nothing in it may run (docs/threat-model.md#e5).
    reply.headers({
      'Cache-Control': `private, max-age=${YEAR_SECONDS}, immutable`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Content-Disposition': 'inline; filename="picture.webp"',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    return reply.type('image/webp').send(Buffer.from(found.image, 'base64'));
  });
}

function addFarewellRoutes(app: FastifyInstance, dependencies: AccountDependencies): void {
  const { accounts, now } = dependencies;
  addRoute(
    app,
    exportAccount,
    async (request, reply) => {
      const { userId } = callerOf(request);
      refuseDemoAccount(request);
      refuseViewer(request);
      await auditOwn(accounts, request, { at: now(), action: 'account.exported' });
      const data = await exportAccountData(dependencies, userId);
      const day = new Date(now()).toISOString().slice(0, 10);
      reply.header('Content-Disposition', `attachment; filename="voltboard-account-${day}.json"`);
      return reply.type('application/json; charset=utf-8').send(`${JSON.stringify(data, null, 2)}\n`);
    },
    { ...LIMITS, isExport: true },
  );

  addRoute(
    app,
    deleteAccount,
    async (request) => {
      refuseDemoAccount(request);
      await deleteOwnAccount(dependencies, request);
      return { status: true };
    },
    LIMITS,
  );
}
