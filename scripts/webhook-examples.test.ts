import { createHmac, timingSafeEqual } from 'node:crypto';
import { expect, test } from 'vitest';
import { signatureOf } from '../server/lib/sign-body.ts';
import { WEBHOOK_EXAMPLES } from '../web/features/documentation/webhook-examples.ts';

type Check = (secret: string, signature: string, body: string, nowMs: number) => boolean;

const AT_MS = Date.UTC(2026, 10, 22, 12);
const BODY = '{"kind":"venue_silent"}';

test('the documented receiver accepts only messages that are signed and recent', () => {
  const [{ code } = { code: '' }] = WEBHOOK_EXAMPLES;
  const check = new Function(
    ...['createHmac', 'timingSafeEqual'],
    `${code.replace(/^import.*/, '').replace('export ', '')}; return isFromVoltboard;`,
  )(createHmac, timingSafeEqual) as Check;
  const sent = signatureOf('secret', BODY, AT_MS);
  expect(check('secret', sent, BODY, AT_MS + 299_000)).toBe(true);
  expect(check('secret', sent, `${BODY} `, AT_MS)).toBe(false);
  expect(check('secrets', sent, BODY, AT_MS)).toBe(false);
  expect(check('secret', sent, BODY, AT_MS + 301_000)).toBe(false);
  expect(check('secret', 'v1=0', BODY, AT_MS)).toBe(false);
});
