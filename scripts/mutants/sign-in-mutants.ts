import type { Mutant } from './mutant.ts';

/** Passkeys, and required single sign-on. */
export const SIGN_IN_MUTANTS: readonly Mutant[] = [
  {
    line: ".where((eb) => (counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', counter)))",
    becomes: '',
    tests: 'auth/passkey-sign-in.test',
    named: 'counter',
  },
  {
    line: ".where('user_id', userId === null ? 'is' : '=', userId ?? null)",
    becomes: '',
    tests: 'auth/passkey-factor.test',
    named: 'refused',
  },
  {
    line: ".where('session_id', sessionId === null ? 'is' : '=', sessionId ?? null)",
    becomes: '',
    tests: 'auth/passkey-factor.test',
    named: 'stale session',
  },
  {
    line: ".where('passkey_challenges.purpose', '=', purpose)",
    becomes: '',
    tests: 'auth/passkey-factor.test',
  },
  {
    line: 'return userId === null ? handle !== undefined : passkey.user_id === userId;',
    becomes: 'return true;',
    tests: 'auth/passkey-factor.test',
    named: 'refused',
  },
  {
    line: 'if (handle !== undefined && handle !== handleOf(passkey.user_id)) return false;',
    becomes: '',
    tests: 'auth/passkey-sign-in.test',
    named: 'another account',
  },
  {
    line: "if (config.adminMfa && role === 'admin' && !hasApp) throw new AppError('conflict', FACTOR_NEEDED);",
    becomes: '',
    tests: 'auth/passkey-factor.test',
    named: 'administrator',
  },
  {
    line: 'const step = factor === undefined || factor.confirmed_at === null ? null : stepOf(factor.secret, given);',
    becomes: 'const step = factor === undefined ? null : stepOf(factor.secret, given);',
    tests: 'auth/passkey-factor.test',
    named: 'never confirmed',
  },
  {
    line: 'const { userId } = refuseViewer(request);',
    becomes: 'const { userId } = callerOf(request);',
    tests: 'auth/passkey-factor.test',
    named: 'views as a user',
  },
  {
    line: 'await refuseOtherWays(user, ip, method);',
    becomes: '',
    tests: 'single-sign-on/single-sign-on.test',
    named: 'every other way',
  },
  {
    line: 'throw rule === undefined ? refusal() : ssoRequired(config, rule);',
    becomes: 'throw refusal();',
    tests: 'single-sign-on/single-sign-on.test',
    named: 'every other way',
  },
  {
    line: "demo === 0 && (customer_id === holder || (customer_id === null && role === 'unassigned'));",
    becomes: 'demo === 0;',
    tests: 'single-sign-on/single-sign-on.test',
    named: 'alone',
  },
  {
    line: "(who.provider !== 'google' || who.hostedDomain === claim.domain);",
    becomes: 'true;',
    tests: 'single-sign-on/single-sign-on.test',
    named: 'Google',
  },
  {
    line: 'domainOfKey(who.email) === claim.domain &&',
    becomes: '',
    tests: 'single-sign-on/single-sign-on.test',
    named: 'from outside',
  },
  {
    line: 'if (isOn) await refuseUntried(tx, row, caller);',
    becomes: '',
    tests: 'single-sign-on/single-sign-on.test',
    named: 'refused before',
  },
  {
    line: 'if (withParents(domain).some((one) => PUBLIC_MAIL.has(one)))',
    becomes: 'if (PUBLIC_MAIL.has(domain))',
    tests: 'single-sign-on/single-sign-on.test',
    named: 'is refused',
  },
  {
    line: 'if (at - since < GRACE_MS) {',
    becomes: 'if (true) {',
    tests: 'single-sign-on/single-sign-on.test',
    named: 'a week',
  },
];
