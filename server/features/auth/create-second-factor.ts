import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { createSecretBox } from '../../keys/secret-box.ts';
import { hashToken } from '../../lib/random-token.ts';
import { hasPasskey } from './passkey-queries.ts';
import { findSecondFactor, spendRecoveryCode, takeTimeStep } from './second-factor-queries.ts';

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
/** Number of time steps before and after the current one whose codes are accepted, because clocks differ. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
/**
 * Characters of recovery codes, without letters and digits that look alike. 16 of these characters have almost 80 bits
 * of entropy.
 */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

const totp = (secret: string, label: string, issuer: string) =>
  new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS, secret });

/** Normalizes app codes and recovery codes. Whitespace and hyphens are ignored. */
const normal = (code: string): string => code.normalize('NFKC').replace(/[\s-]/g, '').toLowerCase();

const groupsOfFour = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** Generates recovery codes and the hashes to store. */
export function makeRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const letter = () => ALPHABET.charAt(randomInt(ALPHABET.length));
  const codes = Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: 16 }, letter).join(''));
  return { codes: codes.map(groupsOfFour), hashes: codes.map(hashToken) };
}

/** Creates the second factor: time-based one-time codes from an app, with recovery codes (docs/threat-model.md#a21). */
export function createSecondFactor({ config, now }: Pick<Dependencies, 'config' | 'now'>) {
  const box = createSecretBox(config, 'second-factors');

  /** Returns the time step that the code belongs to; null if the code is not valid now. */
  function stepOf(sealed: string, code: string): number | null {
    const secret = box.open(sealed);
    if (secret === null || !/^[0-9]{6}$/.test(code)) return null;
    const at = now();
    const delta = totp(secret, '', '').validate({ token: code, timestamp: at, window: WINDOW });
    return delta === null ? null : Math.floor(at / 1000 / PERIOD_SECONDS) + delta;
  }

  /** Whether app codes are enabled. */
  async function hasApp(accounts: AccountsDb, userId: string): Promise<boolean> {
    const factor = await findSecondFactor(accounts, userId);
    return factor !== undefined && factor.confirmed_at !== null;
  }

  /** Whether the account has a second factor, so that sign-in asks for an app code, a passkey or a recovery code. */
  const isOn = async (accounts: AccountsDb, userId: string): Promise<boolean> =>
    (await hasApp(accounts, userId)) || (await hasPasskey(accounts, userId));

  return {
    /** Generates a new seed: as text to type, as a URI for apps, and sealed for the store. */
    make(email: string): { secret: string; uri: string; sealed: string } {
      const secret = new Secret({ size: SECRET_BYTES }).base32;
      return { secret, uri: totp(secret, email, config.networkName).toString(), sealed: box.seal(secret) };
    },
    /** Accepts an app's first valid code during setup. */
    async acceptFirst(accounts: AccountsDb, userId: string, code: string): Promise<boolean> {
      const factor = await findSecondFactor(accounts, userId);
      const step = factor === undefined ? null : stepOf(factor.secret, normal(code));
      return step !== null && takeTimeStep(accounts, userId, step);
    },
    /**
     * Consumes a valid code from a confirmed app, or one of the user's recovery codes. Returns which one it was, or
     * null.
     */
    async accept(accounts: AccountsDb, userId: string, code: string): Promise<'app' | 'recovery-code' | null> {
      const factor = await findSecondFactor(accounts, userId);
      const given = normal(code);
      const step = factor === undefined || factor.confirmed_at === null ? null : stepOf(factor.secret, given);
      if (step !== null) return (await takeTimeStep(accounts, userId, step)) ? 'app' : null;
      if (given.length !== 16 || !(await isOn(accounts, userId))) return null;
      return (await spendRecoveryCode(accounts, userId, hashToken(given), now())) ? 'recovery-code' : null;
    },
    hasApp,
    isOn,
  };
}
