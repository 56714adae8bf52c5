import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { hashToken } from '../../lib/random-token.ts';
import { createSecretBox } from '../../lib/secret-box.ts';
import { findSecondFactor, spendRecoveryCode, takeTimeStep } from './second-factor-queries.ts';

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
/** Codes of the step before and after the present one count: clocks differ. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
/** Without the letters and digits that look alike: 16 of these are 80 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

const totp = (secret: string, label: string) =>
  new TOTP({ issuer: 'Voltboard', label, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS, secret });

/** Codes as an app shows them, or one of the recovery codes; blanks and hyphens do not count. */
const normal = (code: string): string => code.normalize('NFKC').replace(/[\s-]/g, '').toLowerCase();

const groupsOfFour = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** New recovery codes, and what is stored of them. */
export function makeRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const letter = () => ALPHABET.charAt(randomInt(ALPHABET.length));
  const codes = Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: 16 }, letter).join(''));
  return { codes: codes.map(groupsOfFour), hashes: codes.map(hashToken) };
}

/** Time-based one-time codes of an app, with recovery codes (docs/threat-model.md#a21). */
export function createSecondFactor({ config, now }: Pick<Dependencies, 'config' | 'now'>) {
  const box = createSecretBox(config);

  /** The time step that the code belongs to; null if it is none of the present ones. */
  function stepOf(sealed: string, code: string): number | null {
    const secret = box.open(sealed);
    if (secret === null || !/^[0-9]{6}$/.test(code)) return null;
    const at = now();
    const delta = totp(secret, '').validate({ token: code, timestamp: at, window: WINDOW });
    return delta === null ? null : Math.floor(at / 1000 / PERIOD_SECONDS) + delta;
  }

  return {
    /** A new seed: as text to type, as the address that apps read, and as it is stored. */
    make(email: string): { secret: string; uri: string; sealed: string } {
      const secret = new Secret({ size: SECRET_BYTES }).base32;
      return { secret, uri: totp(secret, email).toString(), sealed: box.seal(secret) };
    },
    /** Uses the code up, if it is right: one of the app or a recovery code of the user. */
    async accept(accounts: AccountsDb, userId: string, code: string): Promise<'app' | 'recovery-code' | null> {
      const factor = await findSecondFactor(accounts, userId);
      if (factor === undefined) return null;
      const given = normal(code);
      const step = stepOf(factor.secret, given);
      if (step !== null) return (await takeTimeStep(accounts, userId, step)) ? 'app' : null;
      if (factor.confirmed_at === null || given.length !== 16) return null;
      return (await spendRecoveryCode(accounts, userId, hashToken(given), now())) ? 'recovery-code' : null;
    },
    /** Whether sign-in asks for it. */
    async isOn(accounts: AccountsDb, userId: string): Promise<boolean> {
      const factor = await findSecondFactor(accounts, userId);
      return factor !== undefined && factor.confirmed_at !== null;
    },
  };
}
