import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasActionWords } from './audit-words.ts';

/** Actions whose names are composed, keyed by the template in the source. */
const COMPOSED: Readonly<Record<string, readonly string[]>> = {
  'flight.creative-${decision}': ['flight.creative-accepted', 'flight.creative-refused'],
  'user.${purpose}-sent': ['user.invite-sent', 'user.reset-sent'],
};

/** Matches a table's column, which may appear near the call that writes an action. */
const COLUMN = /^[a-z]+s\.(?!exported|imported|ended)|\.(id|email|name|key)$/;

/** Returns every action that the server's source can write into the audit log. */
function writtenActions(): string[] {
  const sources = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.ts$/.test(path) && !/\.test\.ts$|testing\//.test(path),
  );
  const found = sources
    .flatMap((path) =>
      [
        ...readFileSync(join('server', path), 'utf8').matchAll(
          /(?:\baction\b|[aA]udit\w*\(|\bnote\()(?=([^;]{0,160}))/g,
        ),
      ].flatMap(([, text = '']) =>
        [...text.matchAll(/['`]([a-z][a-z-]*\.[a-z${}-]+)['`]/g)].map(([, name = '']) => name),
      ),
    )
    .filter((name) => !COLUMN.test(name));
  return [...new Set(found.flatMap((name) => COMPOSED[name] ?? [name]))].sort();
}

test('has words for every action that the server writes', () => {
  const actions = writtenActions();
  expect(actions).toEqual(
    expect.arrayContaining(['user.erased', 'session.refused', 'statement.exported', 'user.view-ended']),
  );
  expect(actions.filter((action) => !hasActionWords(action))).toEqual([]);
});
