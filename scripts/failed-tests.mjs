import { stripVTControlCharacters } from 'node:util';

/**
 * Returns the failed tests in a report from Vitest or Playwright, each with file, name and first line of the message.
 */
export function failedTests(report, folder) {
  const failures = 'testResults' in report ? failedInVitest(report) : failedInPlaywright(report);
  return failures.map(({ file, test, message }) => {
    const [said = ''] = stripVTControlCharacters(message).trim().split('\n');
    return `${[file.replace(`${folder}/`, ''), test].filter((part) => part !== '').join(' > ')}: ${said}`;
  });
}

/**
 * Returns the failed tests in a Vitest report. A file that could not be loaded at all has no failed test, so the file
 * is returned.
 */
const failedInVitest = ({ testResults }) =>
  testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [{ file, test: '', message }] : [];
    return failed.map(({ fullName, failureMessages }) => ({ file, test: fullName, message: failureMessages[0] ?? '' }));
  });

function failedInPlaywright({ suites, errors }) {
  const found = errors.map(({ location, message }) => ({ file: location?.file ?? 'browser tests', test: '', message }));
  const walk = (suite) => {
    for (const { ok, file, title, tests } of suite.specs ?? [])
      if (!ok) {
        const error = tests.flatMap(({ results }) => results).flatMap(({ errors: said }) => said)[0];
        found.push({ file, test: title, message: error?.message ?? '' });
      }
    for (const inner of suite.suites ?? []) walk(inner);
  };
  for (const suite of suites) walk(suite);
  return found;
}
