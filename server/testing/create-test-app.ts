import type { TestApp, TestAppOptions } from './test-app.ts';

export { TEST_NOW, type TestApp } from './test-app.ts';

/**
 * Starts the whole app on real stores in its own folder. Each test file uses only one folder, because chDB allows only
 * one per process. The app is imported on the first call, because a route test depends on the app's routes, not on its
 * modules.
 */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { openTestApp } = await import('./start-test-app.ts');
  return openTestApp(options);
}
