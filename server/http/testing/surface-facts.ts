/** Headers that every response has, regardless of its route. */
export const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: blob:;font-src 'self';connect-src 'self';worker-src 'self' blob:;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none';require-trusted-types-for 'script';trusted-types default dompurify letter",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** URLs that are undecodable, or longer than any URL of the product. The server responds to all of them as unknown. */
export const UNREADABLE_ADDRESSES = [
  '/api/%E0%A4%A',
  '/api/%',
  '/api/%zz/auth/me',
  '/api/auth/me%C3',
  '/api/%c0%ae%c0%ae/list',
  '/%E0%A4%A',
  '/app/%ff',
  '/assets/%f0%28%8c%28.js',
  `/api/${'x'.repeat(3000)}`,
  `/${'y'.repeat(201)}`,
] as const;

/** Returns other spellings of a path. */
export const spellingsOf = (path: string): readonly string[] => [
  path,
  `${path}/`,
  path.replaceAll('/', '//'),
  `//${path}//`,
  `${path}?`,
];
