import { afterAll } from 'vitest';
import { openFolders } from '#event-store/open-folders.ts';

// Test files share a process, which can open only one embedded store. A test that fails before it closes its store
// must not make all later files fail.
afterAll(async () => {
  const left = [...openFolders];
  for (const [, close] of left) await close();
  if (left.length > 0) throw new Error(`This file left the store in ${left.map(([folder]) => folder).join()} open.`);
});
