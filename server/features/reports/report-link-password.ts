import type { FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { AppError } from '../../http/app-error.ts';
import { countedAddress, type Guessed, judgeAttempt } from '../../sign-in/guess-rate-limit.ts';
import { createKnownBrowser } from '../../sign-in/known-browser.ts';
import { checkPassword } from '../../sign-in/password.ts';
import type { Telling } from './present-report.ts';

const WAIT_MINUTES = 16;

/** Checks the password of a link for one request. */
export type LinkPassword = { check(linkId: string, stored: string, password: string | undefined): Promise<void> };

/**
 * Passwords of links to reports (docs/threat-model.md#links-to-reports).
 * 1. The first request of a page has no password. Its answer marks the browser as a visitor of the link.
 * 2. A guess counts against the link, its address and its visitor mark. The first two limit all visitors together.
 * 3. A right password marks the browser as known. The browser then has its own budget, and other visitors cannot use it
 *    up.
 */
export function createLinkPasswords({ accounts, config, now }: Pick<Telling, 'accounts' | 'config' | 'now'>) {
  const browsers = createKnownBrowser(config, 'link');
  const visitorMark = (linkId: string) => `visitor:${linkId}`;

  function guessedBy(request: FastifyRequest, linkId: string): readonly Guessed[] {
    const known = browsers.find(request, linkId);
    if (known !== null) return [{ kind: 'report-link-browser', name: `${linkId}:${known}` }];
    const from = `${linkId}:${countedAddress(request.ip)}`;
    // Browsers without a mark share one budget at each address.
    const visitor = `${from}:${browsers.find(request, visitorMark(linkId)) ?? ''}`;
    return [
      { kind: 'report-link', name: linkId },
      { kind: 'report-link-address', name: from },
      { kind: 'report-link-visitor', name: visitor },
    ];
  }

  return (request: FastifyRequest, reply: FastifyReply): LinkPassword => ({
    async check(linkId, stored, password) {
      if (password === undefined) {
        if (browsers.find(request, linkId) === null) browsers.remember(request, reply, visitorMark(linkId));
        throw new AppError('forbidden', 'This report asks for a password.');
      }
      const guessed = guessedBy(request, linkId);
      const { verdict } = await judgeAttempt(accounts, guessed, now(), () => checkPassword(password, stored));
      if (verdict === 'blocked') {
        const wait = (WAIT_MINUTES * MINUTE_MS) / SECOND_MS;
        throw new AppError('too-many', 'Too many wrong passwords. Try again in a quarter of an hour.', wait);
      }
      if (verdict === 'wrong') throw new AppError('forbidden', 'That is not the password.');
      browsers.remember(request, reply, linkId);
    },
  });
}
