import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportedKind } from '#contract/csv-columns.ts';
import type { AdminContext } from '../admin/admin-context.ts';
import { importFile } from '../admin/import-command.ts';
import { findCustomer } from '../admin/lookup-queries.ts';
import { readConfig } from '../config/config.ts';
import { migrateAccounts } from '../databases/accounts/open-accounts.ts';
import { describeOnEngines } from '../databases/accounts/testing/open-engines.ts';
import { fixedKeys } from '../keys/testing/keys-of-test.ts';
import { makeCustomer } from '../testing/makers.ts';
import { isCustomerLike } from './customer-name-queries.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

describeOnEngines('finding a customer by name', (engine) => {
  let folder: string;
  let context: AdminContext;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'voltboard-names-'));
    const accounts = await engine.open();
    await migrateAccounts(accounts);
    context = {
      accounts,
      config: { ...readConfig({ DATA_DIR: folder }), keys: fixedKeys('the keys of a test') },
      now: () => NOW,
      print: () => {},
    };
    for (const name of ['Café Müller', 'ŻABKA Łódź', 'Кафе Пушкин', 'Crème Brûlée', 'Crémé Brulee'])
      await makeCustomer(accounts, { name });
  });
  afterAll(async () => {
    await context.accounts.destroy();
    await engine.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const imported = (kind: ImportedKind, text: string): Promise<string> => {
    const path = join(folder, `${kind}.csv`);
    writeFileSync(path, text);
    return importFile(context, { kind, path, fileName: `${kind}.csv`, dryRun: false }).then(
      () => 'imported',
      (error: Error) => error.message,
    );
  };

  const AS_WRITTEN = [
    ['  café   MÜLLER', 'Café Müller'],
    ['Cafe\u0301 Mu\u0308ller', 'Café Müller'],
    ['cafe muller', 'Café Müller'],
    ['żabka łódź', 'ŻABKA Łódź'],
    ['Zabka Lodz', 'ŻABKA Łódź'],
    ['КАФЕ пушкин', 'Кафе Пушкин'],
    ['Kafe Pushkin', 'unknown'],
    ['CREME brûlée', null],
    ['crème brulée', null],
    ['CRÈME BRÛLÉE', 'Crème Brûlée'],
  ] as const;

  test.each(AS_WRITTEN)('%j means the same in commands and in files', async (written, name) => {
    const found = await findCustomer(context.accounts, written).then(
      (customer) => customer.name,
      (error: Error) => error.message,
    );
    const eui = `70B3D57ED0A1${AS_WRITTEN.findIndex(([one]) => one === written)
      .toString()
      .padStart(4, '0')}`;
    const outlets = await imported(
      'outlets',
      `eui,customer,venue,from,time_zone\n${eui},${written},Bar ${eui},2026-01-01,UTC`,
    );
    const users = await imported('users', `email,role,customer\n${eui}@example.com,property,${written}`);
    if (name === 'unknown')
      for (const said of [found, outlets, users])
        expect(said).toContain("'Kafe Pushkin' was not found; did you mean 'Кафе Пушкин'? Enter the exact name, or");
    else if (name !== null) expect([found, outlets, users]).toEqual([name, 'imported', 'imported']);
    else
      for (const said of [found, outlets, users])
        expect(said).toMatch(/could be 'Cr[èé]m[eé] Br[uû]l[eé]e' or 'Cr[èé]m[eé] Br[uû]l[eé]e'; enter the exact name/);
  });

  test('a name that only reads like a stored name is a separate customer, which the name means from then on', async () => {
    expect(await imported('customers', 'name,kind\nZabka Lodz,property')).toBe('imported');
    expect((await findCustomer(context.accounts, 'zabka lodz')).name).toBe('Zabka Lodz');
    expect((await findCustomer(context.accounts, 'żabka łódź')).name).toBe('ŻABKA Łódź');
    await expect(findCustomer(context.accounts, 'Nobody')).rejects.toThrow("'Nobody' was not found");
  });

  test('a part of a name finds it, in any letter case, and no character is a pattern', async () => {
    const having = async (q: string) => {
      const rows = context.accounts.selectFrom('customers').select('name').where(isCustomerLike('find_key', q));
      return (await rows.orderBy('name_key').execute()).map(({ name }) => name);
    };
    expect(await having('MULL')).toEqual(['Café Müller']);
    expect(await having('пушк')).toEqual(['Кафе Пушкин']);
    expect(await having('pushk')).toEqual(['Кафе Пушкин']);
    expect(await having('łó')).toEqual(['Zabka Lodz', 'ŻABKA Łódź']);
    expect(await having('caf_')).toEqual([]);
  });
});
