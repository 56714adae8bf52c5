import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { v7 as newId } from 'uuid';
import {
  changeSavedReport,
  deleteSavedReport,
  endReportSchedule,
  getSavedReport,
  LINK_DAYS,
  LINK_PASSWORD_LENGTH,
  linkReport,
  listSavedReports,
  type NewReportLink,
  openReportLink,
  type ReportLink,
  revokeReportLink,
  saveReport,
  scheduleReport,
} from '#contract/saved-reports.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { callerOf } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { refuseDemoAccount } from '../../http/demo-account.ts';
import { hashToken, randomToken } from '../../lib/random-token.ts';
import { countedAddress, type Guessed, judgeAttempt } from '../../sign-in/guess-rate-limit.ts';
import { createKnownBrowser } from '../../sign-in/known-browser.ts';
import { checkPassword, hashPassword } from '../../sign-in/password.ts';
import { refuseWeakPassword } from '../../sign-in/password-rule.ts';
import {
  changeReport,
  dropReport,
  keeperOf,
  keepReport,
  ownReport,
  questionOf,
  seenReport,
  shownReport,
} from './keep-reports.ts';
import { presentReport, readersOf, type Telling } from './present-report.ts';
import { countView, findGoodLink, findLinks, insertLink, type LinkRow, revokeLink } from './report-links-queries.ts';
import { findSavedReports } from './saved-reports-queries.ts';
import { endSchedule, makeSchedule, showDeliveries, showSchedules } from './schedule-reports.ts';

/** Costly, because the handler computes the report once to check that it fits. */
const COSTLY = { isCostly: true } as const;
/** Limits for requests that each compute a report for an outsider. */
const LINK_LIMITS = { isCostly: true, rateLimit: { max: 120, timeWindow: MINUTE_MS } } as const;

/**
 * Registers the routes for reports that are saved, shared, mailed and shown to outsiders
 * (docs/business-rules.md#reports).
 */
export function savedReportRoutes(needs: Telling) {
  const { accounts } = needs;
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, listSavedReports, async (request) => {
      const keeper = keeperOf(request);
      const rows = await findSavedReports(accounts, keeper);
      return { data: rows.map((row) => shownReport(row, keeper)) };
    });

    addRoute(app, saveReport, (request) => keepReport(needs, request, request.body));

    addRoute(app, getSavedReport, async (request) => {
      const keeper = keeperOf(request);
      const report = shownReport(await seenReport(accounts, keeper, request.params.id), keeper);
      // Only the creator sees the recipients and the links.
      if (!report.own) return { ...report, schedules: [], links: [], deliveries: [] };
      const [schedules, links, deliveries] = await Promise.all([
        showSchedules(accounts, report.id),
        showLinks(accounts, report.id),
        showDeliveries(accounts, report.id),
      ]);
      return { ...report, schedules, links, deliveries };
    });

    addRoute(app, changeSavedReport, (request) => changeReport(needs, request, request.params.id, request.body));

    addRoute(app, deleteSavedReport, async (request) => {
      await dropReport(needs, request, request.params.id);
      return { status: true };
    });

    addRoute(
      app,
      scheduleReport,
      (request) => {
        // Anyone can use a demo account, so it may not send mail.
        refuseDemoAccount(request);
        return makeSchedule(needs, request, request.params.id, request.body);
      },
      COSTLY,
    );

    addRoute(app, endReportSchedule, async (request) => {
      await endSchedule(needs, request, request.params.id, request.params.schedule_id);
      return { status: true };
    });

    addRoute(app, linkReport, (request) => {
      refuseDemoAccount(request);
      return makeLink(needs, request, request.params.id, request.body);
    });

    addRoute(app, revokeReportLink, async (request) => {
      await endLink(needs, request, request.params.id, request.params.link_id);
      return { status: true };
    });

    const linkPasswords = createLinkPasswords(needs);
    addRoute(
      app,
      openReportLink,
      (request, reply) => openLink(needs, request.body, linkPasswords(request, reply)),
      LINK_LIMITS,
    );
  };
}

/** Maximum number of valid links per report. */
const MOST_LINKS = 20;
const MARK = 'vbr_';
const PREFIX_LENGTH = 9;
/**
 * The number of guesses that a link's password must withstand, as a power of ten. Attackers can make at most about
 * 33,000 guesses a year per link, so the password withstands three hundred times as much.
 */
const LINK_GUESSES_LOG10 = 7;
/** Maximum number of rows that outsiders see. */
const MOST_ROWS = 1_000;

const shown = (row: LinkRow): ReportLink => ({
  id: row.id,
  prefix: row.prefix,
  has_password: row.password_hash !== null,
  created_at: new Date(row.created_at).toISOString(),
  expires_at: new Date(row.expires_at).toISOString(),
  views: row.views,
  last_viewed_at: row.last_viewed_at === null ? null : new Date(row.last_viewed_at).toISOString(),
});

const showLinks = async (accounts: AccountsDb, reportId: string): Promise<ReportLink[]> =>
  (await findLinks(accounts, reportId)).map(shown);

/** Creates a link to the report as it is now. Later changes to the report do not change the link's question. */
async function makeLink(
  { accounts, config, now }: Telling,
  request: FastifyRequest,
  reportId: string,
  { days = LINK_DAYS.usual, password }: NewReportLink,
) {
  const keeper = keeperOf(request);
  const saved = await ownReport(accounts, keeper, reportId);
  if (password !== undefined) {
    const rule = { shortest: LINK_PASSWORD_LENGTH.least, guessesLog10: LINK_GUESSES_LOG10 };
    await refuseWeakPassword(password, { email: saved.made_by, words: [saved.name], ...rule });
  }
  const token = MARK + randomToken();
  const at = now();
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const row = {
    id: newId(),
    report_id: reportId,
    user_id: keeper.userId,
    customer_id: keeper.customerId,
    role: callerOf(request).role,
    prefix: token.slice(0, PREFIX_LENGTH),
    token_hash: hashToken(token),
    password_hash: passwordHash,
    created_at: at,
    expires_at: at + days * DAY_MS,
    revoked_at: null,
    views: 0,
    last_viewed_at: null,
  };
  await accounts.transaction().execute(async (tx) => {
    const { name, question } = await ownReport(tx, keeper, reportId);
    const detail = { report: reportId, link: row.id, prefix: row.prefix, days, password: passwordHash !== null };
    await writeAudit(tx, { ...authorOf(request), at, action: 'report.link-made', subject: name, detail });
    const good = (await findLinks(tx, reportId)).filter(({ expires_at: end }) => end > at);
    if (good.length >= MOST_LINKS)
      throw new AppError('conflict', `This report already has ${MOST_LINKS} links. Revoke one first.`);
    await insertLink(tx, { ...row, question });
  });
  // The token follows the hash sign, so it reaches no server and no log.
  return { ...shown(row), token, url: `${config.publicUrl}/shared-report#${token}` };
}

async function endLink(
  { accounts, now }: Telling,
  request: FastifyRequest,
  reportId: string,
  id: string,
): Promise<void> {
  const keeper = keeperOf(request);
  const at = now();
  await accounts.transaction().execute(async (tx) => {
    const { name } = await ownReport(tx, keeper, reportId);
    const revoked = await revokeLink(tx, { reportId, id, at });
    if (revoked === undefined) throw new AppError('not-found', 'Link not found.');
    const detail = { report: reportId, link: id, ...revoked };
    await writeAudit(tx, { ...authorOf(request), at, action: 'report.link-revoked', subject: name, detail });
  });
}

/** Builds the same error for all invalid links, so that guessing tokens reveals nothing. */
const opensNothing = () => new AppError('not-found', 'This link has expired or was revoked.');

/**
 * Shows a link's current data. Its creator must still have the same role and organization, so that the link never
 * shows more than its creator may see.
 */
async function openLink(
  needs: Telling,
  { token, password }: { token: string; password?: string | undefined },
  proof: LinkPassword,
) {
  const { accounts, now } = needs;
  const at = now();
  const link = await findGoodLink(accounts, hashToken(token), at);
  if (link === undefined) throw opensNothing();
  const maker = (await readersOf(needs, [link.user_id])).get(link.user_id);
  if (!maker?.mayTell || maker.role !== link.role || maker.customerId !== link.customer_id) throw opensNothing();
  if (link.password_hash !== null) await proof.check(link.id, link.password_hash, password);
  const page = { cursor: undefined, limit: MOST_ROWS };
  const { report, side } = await presentReport(needs, maker.scope, questionOf(link), page);
  await countView(accounts, link.id, at);
  const expires_at = new Date(link.expires_at).toISOString();
  // A link has no further pages.
  return { name: link.name, of: maker.of, side, expires_at, report: { ...report, next_cursor: null } };
}

const WAIT_MINUTES = 16;

/** Checks a link's password for one request. */
type LinkPassword = { check(linkId: string, stored: string, password: string | undefined): Promise<void> };

/**
 * Checks the passwords of report links (docs/threat-model.md#links-to-reports).
 * 1. A page's first request has no password. The response marks the browser as a visitor to the link.
 * 2. A guess counts against the link, the address and the visitor's browser. The limits of the link and the address
 * apply to all visitors together.
 * 3. A correct password marks the browser as known. The browser then has a separate budget, which other visitors cannot
 * use up.
 */
function createLinkPasswords({ accounts, config, now }: Pick<Telling, 'accounts' | 'config' | 'now'>) {
  const browsers = createKnownBrowser(config, 'link');
  const visitorMark = (linkId: string) => `visitor:${linkId}`;

  function guessedBy(request: FastifyRequest, linkId: string): readonly Guessed[] {
    const known = browsers.find(request, linkId);
    if (known !== null) return [{ kind: 'report-link-browser', name: `${linkId}:${known}` }];
    const from = `${linkId}:${countedAddress(request.ip)}`;
    // Browsers that are not marked share a budget at each address.
    const visitor = `${from}:${browsers.find(request, visitorMark(linkId)) ?? ''}`;
    return [
      { kind: 'report-link', name: linkId },
      { kind: 'report-link-address', name: from },
      { kind: 'report-link-visitor', name: visitor },
    ];
  }

  return (request: FastifyRequest, reply: FastifyReply): LinkPassword => ({
    async check(linkId, stored, password) {
      if (password === undefined) {
        if (browsers.find(request, linkId) === null) browsers.remember(request, reply, visitorMark(linkId));
        throw new AppError('forbidden', 'Enter the password for this report.');
      }
      const guessed = guessedBy(request, linkId);
      const { verdict } = await judgeAttempt(accounts, guessed, now(), () => checkPassword(password, stored));
      if (verdict === 'blocked') {
        const wait = (WAIT_MINUTES * MINUTE_MS) / SECOND_MS;
        throw new AppError('too-many', 'Too many incorrect passwords. Try again in 15 minutes.', wait);
      }
      if (verdict === 'wrong') throw new AppError('forbidden', 'The password is incorrect.');
      browsers.remember(request, reply, linkId);
    },
  });
}
