import type { CodeLanguage } from '../../ui/highlight-code.ts';

type WebhookExample = {
  readonly title: string;
  readonly text: string;
  readonly language: CodeLanguage;
  readonly code: string;
};

/** Example receivers that accept only calls that are signed, recent and not yet processed. */
export const WEBHOOK_EXAMPLES: readonly WebhookExample[] = [
  {
    title: 'Node',
    text: 'Takes the raw body, before it is parsed, and both headers.',
    language: 'tsx',
    code: `import { createHmac, timingSafeEqual } from 'node:crypto';

export function isFromVoltboard(secret, signature, body, nowMs = Date.now()) {
  const [, seconds, given] = /^t=(\\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (given === undefined || Math.abs(nowMs / 1000 - Number(seconds)) > 300) return false;
  const expected = createHmac('sha256', secret).update(\`\${seconds}.\${body}\`).digest();
  return timingSafeEqual(expected, Buffer.from(given, 'hex'));
}`,
  },
  {
    title: 'Python',
    text: 'The same with the standard library.',
    language: 'bash',
    code: `import hashlib, hmac, re, time

def is_from_voltboard(secret: str, signature: str, body: bytes, now=None) -> bool:
    found = re.fullmatch(r"t=(\\d+),v1=([0-9a-f]{64})", signature)
    if not found or abs((now or time.time()) - int(found[1])) > 300:
        return False
    expected = hmac.new(secret.encode(), found[1].encode() + b"." + body, hashlib.sha256)
    return hmac.compare_digest(expected.hexdigest(), found[2])`,
  },
];
