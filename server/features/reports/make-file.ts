import type { Report } from '#contract/reports.ts';
import type { ReportQuestion } from '#contract/saved-reports.ts';
import type { Perspective } from '#domain/role.ts';
import { findPaper } from '../../billing/paper-choice-queries.ts';
import { AppError } from '../../http/app-error.ts';
import { EVERY_ROW } from './make-report.ts';
import { type ReportFile, reportFile } from './report-files.ts';
import { type ReportReader, type Telling, tellReport } from './tell-report.ts';

/** What mail servers take. */
const MOST_BYTES = 10 * 1024 * 1024;

export type MadeFile =
  | { readonly file: ReportFile; readonly report: Report; readonly side: Perspective }
  /** Why there is none, in a sentence. */
  | string;

type Wanted = {
  readonly name: string;
  readonly format: Parameters<typeof reportFile>[0];
  readonly question: ReportQuestion;
  /** Its range, and what it is compared with, are those of this instant (epoch ms). */
  readonly dueMs: number;
};

/** The file of a report that is mailed, for one reader. */
export async function makeFile(
  needs: Telling,
  { name, format, question, dueMs }: Wanted,
  { of, scope }: Pick<ReportReader, 'of' | 'scope'>,
): Promise<MadeFile> {
  try {
    const { report, side } = await tellReport({ ...needs, now: () => dueMs }, scope, question, EVERY_ROW);
    const { accounts, config, now } = needs;
    const paper = await findPaper(accounts, config.networkTimeZone, scope.kind === 'all' ? null : scope.customerId);
    const heading = { name, of, madeAtMs: now(), currency: config.currency, paper };
    const file = await reportFile(format, report, side, heading);
    if (file.bytes.length > MOST_BYTES) return 'The file is larger than 10 MB: filter the report, or mail fewer days.';
    return { file, report, side };
  } catch (error) {
    // What the reader's side does not have, or what is too much of it, stands in the log; anything else is tried again.
    if (error instanceof AppError && error.statusCode < 500 && error.statusCode !== 429) return error.message;
    throw error;
  }
}
