import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LOCK_CLASSES } from './lock-classes.ts';

test('each kind of advisory lock has its own class', () => {
  const classes = Object.values(LOCK_CLASSES);
  expect(new Set(classes).size).toBe(classes.length);
});

test('every advisory lock has its class from the list', () => {
  const locking = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `server/${file}`)
    .filter((file) => /pg_(try_)?advisory_(xact_)?lock/.test(readFileSync(file, 'utf8')));
  expect(locking.length).toBeGreaterThan(3);
  for (const file of locking) expect(readFileSync(file, 'utf8'), file).toMatch(/LOCK_CLASSES\.\w+/);
});
