import type { FastifyInstance, FastifyRequest } from 'fastify';
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
import { sendNotice } from '../../mail/send-notice.ts';
import { findChoicesOf } from '../../notifications/notifications-queries.ts';
import { replaceAvatar } from '../../people/avatar-queries.ts';
import { refuseLastAdministrator } from '../../people/last-administrator.ts';
import { refuseLeavingColleagues } from '../../people/last-manager.ts';
import { makeAvatar, PICTURE_BODY_LIMIT } from '../../people/make-avatar.ts';
import { findApiTokensOf, lapseApprovals, revokeApiTokensOf } from '../../sign-in/api-token-queries.ts';
import { endSessionsOf } from '../../sign-in/session-queries.ts';
import {
  findAvatar,
  findOwnActivity,
  findOwner,
  findOwnIdentities,
  findOwnNotifications,
  findOwnPasskeys,
  findOwnPicture,
  findOwnReportLinks,
  findOwnReportNotes,
  findOwnReports,
  findOwnSecondFactor,
  findOwnSessions,
  findProfile,
  markDeleted,
  storePreferences,
  storeProfile,
} from './account-queries.ts';

const LIMITS = { rateLimit: { max: 60, timeWindow: MINUTE_MS } } as const;
const PICTURE_LIMITS = { rateLimit: { max: 20, timeWindow: MINUTE_MS }, bodyLimit: PICTURE_BODY_LIMIT } as const;
const YEAR_SECONDS = 31_536_000;

/** Field names as in the audit log. */
const PROFILE_FIELDS = ['first_name', 'last_name', 'phone_number'] as const;

type AccountDependencies = Pick<Dependencies, 'accounts' | 'config' | 'mail' | 'now'>;

/** Registers the routes with which users manage their own account, apart from sign-in. */
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
      throw new FieldError({ time_zone: 'Choose a time zone from the list.' });
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
    if (found === undefined) throw new AppError('not-found', 'Picture not found.');
    // The picture at a URL never changes. Browsers must treat it as data and run nothing in it
    // (docs/threat-model.md#e5).
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

/**
 * Soft-deletes the caller's account and ends its sessions (docs/threat-model.md#g4). An administrator can restore it.
 * Throws `AppError('conflict')` for the last administrator, and for the last manager of an organization that has other
 * users.
 */
async function deleteOwnAccount(
  { accounts, mail, now }: Pick<Dependencies, 'accounts' | 'mail' | 'now'>,
  request: FastifyRequest,
): Promise<void> {
  const { userId } = callerOf(request);
  await accounts.transaction().execute(async (tx) => {
    const user = await findOwner(tx, userId);
    if (user === undefined) return;
    await refuseLastAdministrator(tx, user);
    await refuseLeavingColleagues(tx, user);
    const at = now();
    const { email } = user;
    await auditOwn(tx, request, { at, action: 'user.deleted', detail: { by: 'owner' } });
    await markDeleted(tx, userId, at);
    await endSessionsOf(tx, userId, at);
    await lapseApprovals(tx, [userId]);
    await revokeApiTokensOf(tx, [userId], at);
    await sendNotice(tx, mail, { email }, 'account-deleted');
  });
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/**
 * Returns everything stored about a person, readable by people and programs, without secrets
 * (docs/threat-model.md#h2).
 */
async function exportAccountData(
  { accounts, now }: Pick<Dependencies, 'accounts' | 'now'>,
  userId: string,
): Promise<Record<string, unknown>> {
  const user = await findProfile(accounts, userId);
  const sessions = await findOwnSessions(accounts, userId);
  const identities = await findOwnIdentities(accounts, userId);
  const factor = await findOwnSecondFactor(accounts, userId);
  const passkeys = await findOwnPasskeys(accounts, userId);
  const activity = await findOwnActivity(accounts, userId);
  const picture = await findOwnPicture(accounts, userId);
  const notifications = await findOwnNotifications(accounts, userId);
  const choices = await findChoicesOf(accounts, userId);
  const tokens = await findApiTokensOf(accounts, userId);
  const reports = await findOwnReports(accounts, userId);
  const links = await findOwnReportLinks(accounts, userId);
  const notes = await findOwnReportNotes(accounts, userId);
  return {
    exported_at: iso(now()),
    profile: user && {
      id: user.id,
      first_name: user.first_name,
      last_name: user.last_name,
      email: user.email,
      email_verified: user.email_verified === 1,
      phone_number: user.phone_number,
      role: user.role,
      customer: user.customer,
      provider: user.provider,
      created_at: iso(user.created_at),
      updated_at: iso(user.updated_at),
    },
    preferences: user && { time_zone: user.time_zone, theme_color: user.theme_color, color_scheme: user.color_scheme },
    second_factor_since: iso(factor?.confirmed_at ?? null),
    passkeys: passkeys.map(({ name, synced, created_at, last_used_at }) => ({
      name,
      synced: synced === 1,
      added_at: iso(created_at),
      last_used_at: iso(last_used_at),
    })),
    sessions: sessions.map(({ created_at, last_used_at, ended_at, ip, user_agent, method }) => ({
      started_at: iso(created_at),
      last_used_at: iso(last_used_at),
      ended_at: iso(ended_at),
      ip,
      browser: user_agent,
      method,
    })),
    providers: identities.map(({ provider, issuer, email, created_at, last_used_at }) => ({
      provider,
      issuer,
      email,
      connected_at: iso(created_at),
      last_used_at: iso(last_used_at),
    })),
    api_tokens: tokens.map(({ name, prefix, created_at, expires_at, last_used_at }) => ({
      name,
      prefix,
      made_at: iso(created_at),
      expires_at: iso(expires_at),
      last_used_at: iso(last_used_at),
    })),
    saved_reports: reports.map(({ name, question, shared, created_at, updated_at }) => ({
      name,
      question: JSON.parse(question) as unknown,
      shared: shared === 1,
      saved_at: iso(created_at),
      changed_at: iso(updated_at),
    })),
    report_links: links.map(({ prefix, question, created_at, expires_at, revoked_at, views }) => ({
      prefix,
      question: JSON.parse(question) as unknown,
      views,
      made_at: iso(created_at),
      expires_at: iso(expires_at),
      revoked_at: iso(revoked_at),
    })),
    notifications: notifications.map(({ created_at, read_at, ...rest }) => ({
      ...rest,
      at: iso(created_at),
      read_at: iso(read_at),
    })),
    notification_choices: choices.map(({ kind, in_app, mail }) => ({ kind, in_app: in_app === 1, mail: mail === 1 })),
    report_notes: notes.map(({ day, words, created_at }) => ({ day, words, written_at: iso(created_at) })),
    activity: activity.map(({ at, ...rest }) => ({ at: iso(at), ...rest })),
    picture: picture ? `data:image/webp;base64,${picture.image}` : null,
  };
}
