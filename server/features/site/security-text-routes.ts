import type { FastifyInstance } from 'fastify';
import { readSecurityText } from '#contract/site.ts';
import { DAY_MS } from '#domain/durations.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addRoute } from '../../http/add-route.ts';
import { AppError } from '../../http/app-error.ts';

/**
 * Number of days until the file expires. RFC 9116 recommends less than a year. Each response counts from the day it is
 * sent, so the file never expires while it is served.
 */
const VALID_DAYS = 180;

/** Serves `/.well-known/security.txt`, which states where researchers report a vulnerability (RFC 9116). */
export function securityTextRoutes({ config, now }: Pick<Dependencies, 'config' | 'now'>) {
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, readSecurityText, (_request, reply) => {
      if (config.securityContact === null)
        throw new AppError(
          'not-found',
          'No security contact is set here. The operator can set SECURITY_CONTACT or CONTACT_EMAIL.',
        );
      return reply
        .type('text/plain; charset=utf-8')
        .send(securityText({ contact: config.securityContact, publicUrl: config.publicUrl, at: now() }));
    });
  };
}

function securityText({ contact, publicUrl, at }: { contact: string; publicUrl: string; at: number }): string {
  const endOfDay = Math.floor(at / DAY_MS) * DAY_MS + VALID_DAYS * DAY_MS;
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${new Date(endOfDay).toISOString()}`,
    'Preferred-Languages: en',
    // The RFC allows only web addresses with https.
    ...(publicUrl.startsWith('https://') ? [`Canonical: ${publicUrl}${readSecurityText.url}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
