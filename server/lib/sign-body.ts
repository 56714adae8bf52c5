import { createHmac } from 'node:crypto';
import { SECOND_MS } from '#domain/durations.ts';

/**
 * Returns the signature for webhook and audit-stream requests: `t=<epoch seconds>,v1=<HMAC-SHA256 of "t.body" in hex>`.
 */
export function signatureOf(secret: string, body: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / SECOND_MS);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
