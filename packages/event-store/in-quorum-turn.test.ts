import { expect, test } from 'vitest';
import { asEventsError } from './chdb-errors.ts';
import { NothingStoredError } from './events-db.ts';
import { inQuorumTurn } from './server-engine.ts';

const refused = (code: number) => asEventsError(Object.assign(new Error('x'), { code: String(code) }));

test('retries an insert that replicas refuse because another insert is in progress', async () => {
  let tries = 0;
  await inQuorumTurn(async () => {
    tries += 1;
    if (tries < 4) throw refused(286);
  });
  expect(tries).toBe(4);
});

test('reports every other error at once: the rows may be stored', async () => {
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

test('after a refused attempt, which may have stored rows, no error says that nothing is stored', async () => {
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
