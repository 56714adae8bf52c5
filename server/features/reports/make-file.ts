import type { Report } from '#contract/reports.ts';
import type { ReportQuestion } from '#contract/saved-reports.ts';
import type { Perspective } from '#domain/role.ts';
import { findPaper } from '../../billing/paper-choice-queries.ts';
import { AppError } from '../../http/app-error.ts';
import { EVERY_ROW } from './make-report.ts';
import { presentReport, type ReportReader, type Telling } from './present-report.ts';
import { type ReportFile, reportFile } from './report-files.ts';

/** Maximum size of a mailed file, a common limit of mail servers. */
const MOST_BYTES = 10 * 1024 * 1024;

export type MadeFile =
  | { readonly file: ReportFile; readonly report: Report; readonly side: Perspective }
  /** Why there is no file, as a sentence. */
  | string;

type Wanted = {
  readonly name: string;
  readonly format: Parameters<typeof reportFile>[0];
  readonly question: ReportQuestion;
  /** The time that determines the report's range and comparison (epoch ms). */
  readonly dueMs: number;
};

/** Creates the file of a mailed report for one recipient. */
export async function makeFile(
  needs: Telling,
  { name, format, question, dueMs }: Wanted,
  { of, scope }: Pick<ReportReader, 'of' | 'scope'>,
): Promise<MadeFile> {
  try {
    const { report, side } = await presentReport({ ...needs, now: () => dueMs }, scope, question, EVERY_ROW);
    const { accounts, config, now } = needs;
    const paper = await findPaper(accounts, config.networkTimeZone, scope.kind === 'all' ? null : scope.customerId);
    const heading = { name, of, madeAtMs: now(), network: config.networkName, currency: config.currency, paper };
    const file = await reportFile(format, report, side, heading);
    if (file.bytes.length > MOST_BYTES) return 'The file is larger than 10 MB. Filter the report, or send fewer days.';
    return { file, report, side };
  } catch (error) {
    // If the recipient's role lacks a figure, or the report is too large, the log states the reason. Other failures are
    // retried.
    if (error instanceof AppError && error.statusCode < 500 && error.statusCode !== 429) return error.message;
    throw error;
  }
}
