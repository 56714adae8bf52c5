import type { FastifyRequest } from 'fastify';
import { v7 as newId } from 'uuid';
import { LINK_DAYS, LINK_PASSWORD_LENGTH, type NewReportLink, type ReportLink } from '#contract/saved-reports.ts';
import { DAY_MS } from '#domain/durations.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { callerOf } from '../../http/access-guard.ts';
import { AppError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { hashToken, randomToken } from '../../lib/random-token.ts';
import { hashPassword } from '../../sign-in/password.ts';
import { refuseWeakPassword } from '../../sign-in/password-rule.ts';
import { keeperOf, ownReport, questionOf } from './keep-reports.ts';
import { presentReport, readersOf, type Telling } from './present-report.ts';
import type { LinkPassword } from './report-link-password.ts';
import { countView, findGoodLink, findLinks, insertLink, type LinkRow, revokeLink } from './report-links-queries.ts';

/** Valid links of one report at once. */
const MOST_LINKS = 20;
const MARK = 'vbr_';
const PREFIX_LENGTH = 9;
/** Attackers can make about 33,000 guesses a year per link at most. A password withstands three hundred times that. */
const LINK_GUESSES_LOG10 = 7;
/** Outsiders see at most this many rows. */
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

export const showLinks = async (accounts: AccountsDb, reportId: string): Promise<ReportLink[]> =>
  (await findLinks(accounts, reportId)).map(shown);

/** Makes a link to the report as it is now. Later changes to the report do not change the link's question. */
export async function makeLink(
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
      throw new AppError('conflict', `This report has ${MOST_LINKS} links. Revoke one of them first.`);
    await insertLink(tx, { ...row, question });
  });
  // The token follows the hash sign, so it reaches no server and no log.
  return { ...shown(row), token, url: `${config.publicUrl}/shared-report#${token}` };
}

export async function endLink(
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
    if (revoked === undefined) throw new AppError('not-found', 'There is no such link.');
    const detail = { report: reportId, link: id, ...revoked };
    await writeAudit(tx, { ...authorOf(request), at, action: 'report.link-revoked', subject: name, detail });
  });
}

/** The same answer for all invalid links, so that guessing tokens reveals nothing. */
const opensNothing = () => new AppError('not-found', 'This link opens nothing: it has ended, or was revoked.');

/**
 * Shows the current data of a link. Its maker must still have the same role and organization. The link never shows more
 * than its maker may see.
 */
export async function openLink(
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
