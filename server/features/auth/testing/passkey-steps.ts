import { expect } from 'vitest';
import type { LoginAnswer } from '#contract/auth.ts';
import type { NewPasskeyOptions, Passkey, PasskeyAssertion, PasskeyRequest } from '#contract/passkeys.ts';
import type { TestApp } from '../../../testing/create-test-app.ts';
import { makeUser, TEST_PASSWORD } from '../../../testing/makers.ts';
import { createSoftPasskey, type Lie, type SoftPasskey } from './soft-passkey.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Attestation = Parameters<SoftPasskey['make']>[1];

/** Creates the steps that people and their browsers take with passkeys. `address` returns their IP address. */
export function passkeySteps(server: () => TestApp, address: () => string) {
  const call = (method: Method, url: string, headers: object = {}, payload?: object) =>
    server().app.inject({
      method,
      url: `/api${url}`,
      headers: { ...headers },
      remoteAddress: address(),
      ...(payload ? { payload } : {}),
    });
  const beginAdding = async (headers: object) =>
    (await call('POST', '/auth/passkeys/options', headers)).json<NewPasskeyOptions>();
  const add = async (headers: object, passkey: SoftPasskey, name = 'Phone', lie: Attestation = {}) =>
    call('POST', '/auth/passkeys', headers, { name, ...passkey.make(await beginAdding(headers), lie) });
  const askToSign = async (challenge?: string) =>
    (
      await call('POST', '/auth/passkeys/sign-in/options', {}, challenge === undefined ? {} : { challenge })
    ).json<PasskeyRequest>();
  const signIn = (passkey: PasskeyAssertion, headers: object = {}) =>
    call('POST', '/auth/passkeys/sign-in', headers, { passkey });
  return {
    call,
    beginAdding,
    add,
    askToSign,
    signIn,
    signInWith: async (passkey: SoftPasskey, lie: Lie = {}) => signIn(passkey.sign(await askToSign(), lie)),
    login: async (email: string) =>
      (await call('POST', '/login', {}, { email, password: TEST_PASSWORD })).json<LoginAnswer>(),
    listed: async (headers: object) => (await call('GET', '/auth/passkeys', headers)).json<{ data: Passkey[] }>().data,
    mailsTo: async (email: string) => {
      const rows = await server()
        .accounts.selectFrom('mails')
        .select('kind')
        .where('to_key', '=', email)
        .orderBy('id')
        .execute();
      return rows.map(({ kind }) => kind);
    },
    actionsOf: async (subject: string) => {
      const entries = server().accounts.selectFrom('audit_log').select('action').where('subject', '=', subject);
      return (await entries.orderBy('seq').execute()).map(({ action }) => action);
    },
    /** Creates an account with a passkey and recovery codes. */
    async owner(given: Partial<Parameters<typeof makeUser>[1]> = {}, counts = false) {
      const user = await makeUser(server().accounts, { role: 'unassigned', password: TEST_PASSWORD, ...given });
      const headers = await server().as(user);
      const passkey = createSoftPasskey({ counts });
      const answer = await add(headers, passkey);
      expect(answer.statusCode, answer.body).toBe(200);
      const { recovery_codes: recoveryCodes, passkey: row } = answer.json<{
        recovery_codes: string[];
        passkey: Passkey;
      }>();
      return { ...user, headers, passkey, recoveryCodes, row };
    },
  };
}

export const bearer = (data: string) => ({ authorization: `Bearer ${data}` });
