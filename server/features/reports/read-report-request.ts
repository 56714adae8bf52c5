import type * as Type from 'typebox';
import type { getReport } from '#contract/reports.ts';
import { type Perspective, perspectiveOf, type Scope } from '#domain/role.ts';
import type { Dependencies } from '../../dependencies.ts';
import { asKnownOn, type Question } from '../../figures/query/question.ts';
import { readRange, readTimeZone } from '../../figures/query/time-range.ts';
import { readKnownOn } from '../../http/read-known-on.ts';
import type { Page } from './make-report.ts';
import { parseReportQuery, type ReportQuery } from './report-query.ts';

/** A valid report request within the caller's scope. */
export type ReportRequest = {
  readonly question: Question;
  readonly asked: ReportQuery;
  readonly page: Page;
  readonly side: Perspective;
};

const USUAL_ROWS = 100;

/** Parses the query of `GET /api/reports`. Throws `AppError` for anything that the caller's scope does not allow. */
export async function readReportRequest(
  { config, figures, now }: Pick<Dependencies, 'config' | 'figures' | 'now'>,
  scope: Scope,
  query: Type.Static<typeof getReport.schema.querystring>,
): Promise<ReportRequest> {
  const range = readRange(query, now());
  const timeZone = readTimeZone(query.tz);
  const narrowed = await figures.narrow(scope, query.cid);
  // An administrator who names an advertiser sees what that advertiser would see.
  const side = perspectiveOf(narrowed.scope);
  const asked = parseReportQuery(query, side);
  const knownOn = readKnownOn(query.known_on, config.networkTimeZone, now());
  const question = await figures.resolve({ ...narrowed, range, timeZone, ...asKnownOn(knownOn) });
  return { question, asked, page: { cursor: query.cursor, limit: Number(query.limit ?? USUAL_ROWS) }, side };
}
