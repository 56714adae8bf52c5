import { afterAll, expect, test } from 'vitest';
import { describeOnEngines } from '../databases/accounts/testing/open-engines.ts';
import { makeCustomer } from '../testing/makers.ts';
import { createCustomerBook } from './customer-book.ts';

describeOnEngines('the customers that a file names', (engine) => {
  afterAll(() => engine.remove());

  test('are known through a whole batch, even with names in a second column; the next batch may query again', async () => {
    const db = await engine.openMigrated();
    for (const name of ['One', 'Two', 'Three']) await makeCustomer(db, { name });
    const book = createCustomerBook({ db, staging: { expect: () => {} } as never }, 1);
    book.begin();
    await book.learn(['One', 'Two']);
    await book.learn(['Three']);
    expect(['One', 'Two', 'Three'].map((name) => book.named(name).one?.name)).toEqual(['One', 'Two', 'Three']);
    book.begin();
    expect(book.named('One').one).toBeNull();
  });
});
