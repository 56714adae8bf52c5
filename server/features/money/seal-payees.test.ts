import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { emptyLog } from '../../databases/accounts/empty-log.ts';
import { openMigrated } from '../../databases/accounts/testing/open-engines.ts';
import { createSecretBox } from '../../keys/secret-box.ts';
import { fixedKeys } from '../../keys/testing/keys-of-test.ts';
import { makeCustomer } from '../../testing/makers.ts';
import { sealPayees } from './seal-payees.ts';

const folder = mkdtempSync(join(tmpdir(), 'voltboard-plain-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [IBAN, BANK] = ['GB82WEST12345698765432', 'WESTGB2LXXX'];
/** Returns which of the two texts occur in the files of the store, including unused pages and the log. */
const found = () => {
  const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  return [IBAN, BANK].filter((text) => bytes.some((file) => file.includes(text)));
};

test('plain text is in no file of the store after encryption', async () => {
  const accounts = await openMigrated(folder);
  // Many rows, so that they fill pages, and pages become free.
  for (let at = 0; at < 60; at += 1) {
    const { id } = await makeCustomer(accounts);
    const plain = { customer_id: id, holder: 'x'.repeat(500), account: IBAN, bank: BANK, changed_at: 1 };
    await accounts
      .insertInto('payees')
      .values({ ...plain, changed_by_id: 'x' })
      .execute();
  }
  await emptyLog(accounts);
  expect(found()).toEqual([IBAN, BANK]);
  await sealPayees(accounts, createSecretBox({ keys: fixedKeys('a secret') }, 'bank-accounts'));
  expect(found()).toEqual([]);
  await accounts.destroy();
  expect(found()).toEqual([]);
});
