import { expect, test } from 'vitest';
import * as mails from './account-mails.ts';

const OCCASION = { at: Date.UTC(2026, 10, 29, 6, 38), from: '192.0.2.1', timeZone: 'America/New_York' };

test('a mail states the time of the request in words, in the network time zone', () => {
  const written = Object.values(mails).map((mail) => mail(OCCASION));
  expect(written.length).toBeGreaterThan(4);
  for (const { content } of written) {
    expect(content.facts).toContainEqual({ label: 'When', value: 'Nov 29, 2026, 1:38 AM EST' });
    expect(JSON.stringify(content)).not.toMatch(/\d{4}-\d{2}-\d{2}/);
  }
});
