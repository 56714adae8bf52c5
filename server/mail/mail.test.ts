import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { describeOnEngines } from '../databases/accounts/testing/open-engines.ts';
import { fixedKeys } from '../keys/testing/keys-of-test.ts';
import { createLinkTokens } from './link-token.ts';
import { createMail, type MailOrder } from './mail.ts';

const CONFIG = { networkName: 'Voltboard', keys: fixedKeys('one secret') };
const ORDER: MailOrder = {
  to: 'Maria@Hotel.example',
  kind: 'verify-email',
  subject: 'Verify your\r\nBcc: everybody@hotel.example',
  content: { heading: 'Verify', paragraphs: ['One'], action: { label: 'Verify', path: '/verify-email' } },
  token: { value: 'the-token', expiresAt: 99 },
};

describeOnEngines('a mail', (engine) => {
  let accounts: AccountsDb;
  beforeAll(async () => {
    accounts = await engine.openMigrated();
  });
  afterAll(() => engine.remove());

  test('a mail is written together with its change or not at all', async () => {
    const mail = createMail({ config: { smtpUrl: null, ...CONFIG }, now: () => 7 });
    const failing = accounts.transaction().execute(async (trx) => {
      await mail.send(trx, ORDER);
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    expect(await accounts.selectFrom('mails').selectAll().execute()).toEqual([]);
    await accounts.transaction().execute((trx) => mail.send(trx, ORDER));
    const [row] = await accounts.selectFrom('mails').selectAll().execute();
    expect(row).toMatchObject({ to_key: 'maria@hotel.example', status: 'held', created_at: 7, expires_at: 99 });
    expect(row?.subject).toBe('Verify your Bcc: everybody@hotel.example');
    expect(JSON.stringify(row)).not.toContain('the-token');
  });
});

test('the token of a waiting mail is readable only for its own mail and with its own key', () => {
  const sealed = createLinkTokens(CONFIG).seal('the-token', 'mail-1');
  expect(createLinkTokens(CONFIG).open(sealed, 'mail-1')).toBe('the-token');
  expect(createLinkTokens(CONFIG).open(sealed, 'mail-2')).toBeNull();
  expect(createLinkTokens({ keys: fixedKeys('another secret') }).open(sealed, 'mail-1')).toBeNull();
});
