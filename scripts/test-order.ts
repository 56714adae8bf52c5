import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest unit test files, slowest first. If one of them started last, it would run alone at the end. */
export const LONGEST = [
  'server/copies/backup-on-servers.test.ts',
  'server/features/dashboard/archived-figures.test.ts',
  'server/testing/authorisation-matrix.test.ts',
  'server/testing/journey.test.ts',
  'server/features/dashboard/exact-figures.test.ts',
  'packages/event-store/seal-job.test.ts',
  'server/main.test.ts',
  'server/imports/run-import.test.ts',
  'server/features/reports/reports-oracle.test.ts',
  'packages/event-store/server-events-db.test.ts',
  'packages/event-store/oracle.test.ts',
  'server/features/ingest/exactly-once.test.ts',
  'server/copies/copies.test.ts',
  'server/explain/explain-routes.test.ts',
  'server/testing/several-processes.test.ts',
  'server/copies/move.test.ts',
  'packages/event-store/seal-crash.test.ts',
  'server/http/openapi-fuzz.test.ts',
  'server/http/visitor-privacy.test.ts',
  'scripts/drill/drill.test.ts',
];

const isOfBrowser = ({ moduleId }: TestSpecification): boolean =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment jsdom');

/** Returns a file's rank, which is lowest for the slowest file. All unlisted files share one rank. */
const rankOf = ({ moduleId }: TestSpecification): number => {
  const place = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
  return place < 0 ? LONGEST.length : place;
};

/**
 * Runs all files for one environment before the files for the other environment. A process whose next file needs the
 * other environment ends, together with all modules that it has loaded. The browser environment is first; the other
 * files are ordered with the slowest first.
 */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const browser = sorted.filter(isOfBrowser);
    const rest = sorted.filter((file) => !browser.includes(file)).sort((one, other) => rankOf(one) - rankOf(other));
    return [...browser, ...rest];
  }
}
