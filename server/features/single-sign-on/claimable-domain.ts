import { DOMAINS } from 'free-email-domains-list';
import { emailKey } from '#domain/email.ts';
import { FieldError } from '../../http/app-error.ts';
import { domainOfKey } from '../../sign-in/sso-rule.ts';

const PUBLIC_MAIL: ReadonlySet<string> = new Set(DOMAINS);

/** The domain and all its parents: `mail.example.com`, `example.com`, `com`. */
const withParents = (domain: string): string[] => {
  const parts = domain.split('.');
  return parts.map((_, index) => parts.slice(index).join('.'));
};

/**
 * The normalized domain that an organization may claim. Throws `FieldError` for an invalid domain and for public mail
 * domains.
 */
export function claimableDomain(text: string): string {
  const key = emailKey(`a@${text.trim().replace(/^@/, '')}`);
  if (key === null) throw new FieldError({ domain: 'Enter a domain such as example.com.' });
  const domain = domainOfKey(key);
  if (withParents(domain).some((one) => PUBLIC_MAIL.has(one)))
    throw new FieldError({
      domain: 'Anybody can have an address at this domain. Enter the domain of your organization.',
    });
  return domain;
}
