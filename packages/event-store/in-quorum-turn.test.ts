import { expect, test } from 'vitest';
import { asEventsError } from './chdb-errors.ts';
import { NothingStoredError } from './events-db.ts';
import { inQuorumTurn } from './in-quorum-turn.ts';

const refused = (code: number) => asEventsError(Object.assign(new Error('x'), { code: String(code) }));

test('an insert that replicas refuse while another one is under way is given again until its turn has come', async () => {
  let tries = 0;
  await inQuorumTurn(async () => {
    tries += 1;
    if (tries < 4) throw refused(286);
  });
  expect(tries).toBe(4);
});

test('whatever else is wrong is told at once: the rows may be stored', async () => {
  for (const code of [285, 319, 209]) {
    let tries = 0;
    const insert = async () => {
      tries += 1;
      throw refused(code);
    };
    await expect(inQuorumTurn(insert)).rejects.toMatchObject({ retryable: true });
    expect(tries).toBe(1);
  }
});

test('a try that was refused may have stored rows before a view was its turn: nothing after it says that none is stored', async () => {
  let tries = 0;
  const insert = async () => {
    tries += 1;
    throw tries === 1 ? refused(286) : new NothingStoredError('The locks of the outlets are lost.');
  };
  const error = await inQuorumTurn(insert).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ retryable: true });
  expect(error).not.toBeInstanceOf(NothingStoredError);
  await expect(inQuorumTurn(insert)).rejects.toBeInstanceOf(NothingStoredError);
});
