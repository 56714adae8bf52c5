import type { Report } from '#contract/reports.ts';
import type { ReportQuestion } from '#contract/saved-reports.ts';
import { holdsRight } from '#domain/organisation-right.ts';
import { type Perspective, perspectiveOf, type Scope, type StoredRole } from '#domain/role.ts';
import type { Dependencies } from '../../dependencies.ts';
import { asKnownOn } from '../../figures/query/question.ts';
import { readRange, readTimeZone } from '../../figures/query/time-range.ts';
import { readKnownOn } from '../../http/read-known-on.ts';
import { makeReport } from './make-report.ts';
import { parseReportQuery } from './report-query.ts';
import { findReaders } from './report-readers-queries.ts';

export type Telling = Pick<Dependencies, 'accounts' | 'config' | 'figures' | 'now' | 'time'>;
type Page = Parameters<typeof makeReport>[3];

/** Checks that a role may ask this question. Throws an `AppError` that says what to change. */
export function checkQuestion(
  { config, now }: Pick<Telling, 'config' | 'now'>,
  scope: Scope,
  question: ReportQuestion,
): void {
  parseReportQuery(question, perspectiveOf(scope));
  readRange(question, now());
  readTimeZone(question.tz);
  readKnownOn(question.known_on, config.networkTimeZone, now());
}

/**
 * Answers a saved question with the data that the scope may see now. The question's range is relative to `needs.now`,
 * which is the due time for a late mail.
 */
export async function presentReport(
  needs: Telling,
  scope: Scope,
  question: ReportQuestion,
  page: Page,
): Promise<{ readonly side: Perspective; readonly report: Report }> {
  const { config, figures, now } = needs;
  const side = perspectiveOf(scope);
  const asked = parseReportQuery(question, side);
  const [range, timeZone] = [readRange(question, now()), readTimeZone(question.tz)];
  const narrowed = await figures.narrow(scope, undefined);
  const knownOn = readKnownOn(question.known_on, config.networkTimeZone, now());
  const resolved = await figures.resolve({ ...narrowed, range, timeZone, ...asKnownOn(knownOn) }, now());
  return { side, report: await makeReport(needs, resolved, asked, page) };
}

export type ReportReader = {
  readonly userId: string;
  readonly email: string;
  readonly role: StoredRole;
  readonly customerId: string | null;
  /** Whether the user may mail and link reports, as managers and administrators may. */
  readonly mayTell: boolean;
  /** The name of the organization whose figures the user sees. */
  readonly of: string;
  readonly scope: Scope;
};

/** Returns, by ID, those of these users who may read figures now, using the same rules as for API calls. */
export async function readersOf(
  { accounts, config }: Pick<Telling, 'accounts' | 'config'>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, ReportReader>> {
  if (userIds.length === 0) return new Map();
  const rows = await findReaders(accounts, userIds);
  return new Map(
    rows.flatMap((row): [string, ReportReader][] => {
      const seen = scopeOfRow(row, config.adminMfa);
      if (seen === null) return [];
      const { email, role, standing, user_id: userId, customer_id } = row;
      const customerId = seen.scope.kind === 'all' ? null : customer_id;
      const mayTell = holdsRight('manager', { role, standing, isLinked: customerId !== null });
      return [[userId, { userId, email, role, customerId, mayTell, ...seen }]];
    }),
  );
}

type Row = Awaited<ReturnType<typeof findReaders>>[number];

function scopeOfRow(row: Row, adminMfa: boolean): Pick<ReportReader, 'of' | 'scope'> | null {
  const { role, kind, customer_id: customerId, customer_key: customerKey, customer_name: of } = row;
  if (adminMfa && role === 'admin' && row.demo === 0 && !row.has_second_factor) return null;
  if (role === 'admin' || role === 'full') return { scope: { kind: 'all' }, of: 'The whole network' };
  if (role === 'unassigned' || role !== kind || customerId === null || customerKey === null || of === null) return null;
  return { scope: { kind: role === 'property' ? 'owner' : 'advertiser', customerId, customerKey }, of };
}
