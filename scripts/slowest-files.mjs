/** Returns the ten slowest files in a report from Vitest or Playwright, slowest first. */
export function slowestFiles(report, folder) {
  const times = 'testResults' in report ? timesOfVitest(report) : timesOfPlaywright(report);
  return [...times]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 10)
    .map(([name, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name.replace(`${folder}/`, '')}`);
}

const timesOfVitest = ({ testResults }) =>
  testResults.map(({ name, startTime, endTime }) => [name, endTime - startTime]);

/** Returns the time per file. Tests within a file run in parallel, so the time is their sum. */
function timesOfPlaywright({ suites }) {
  const times = new Map();
  const walk = (suite) => {
    for (const { file, tests } of suite.specs ?? [])
      for (const { results } of tests)
        for (const { duration } of results) times.set(file, (times.get(file) ?? 0) + duration);
    for (const inner of suite.suites ?? []) walk(inner);
  };
  for (const suite of suites) walk(suite);
  return times;
}
