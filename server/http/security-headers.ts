import type { FastifyInstance } from 'fastify';
import { isGoogleMapsPage } from '#contract/site.ts';

type Surroundings = { readonly publicUrl: string; readonly mapStyleUrl: string; readonly googleMapsKey: string };

/** Sources of Google Maps. Allowed only on the page with that map, and only if the installation has a key. */
const GOOGLE_MAPS = {
  scripts: ['https://maps.googleapis.com', 'https://maps.gstatic.com'],
  images: [
    'https://*.googleapis.com',
    'https://*.gstatic.com',
    'https://*.google.com',
    'https://*.googleusercontent.com',
  ],
  calls: ['https://*.googleapis.com', 'https://*.google.com', 'https://*.gstatic.com'],
  styles: ['https://fonts.googleapis.com'],
  fonts: ['https://fonts.gstatic.com'],
  frames: ['https://*.google.com'],
} as const;
const NOTHING_MORE: Places = { scripts: [], images: [], calls: [], styles: [], fonts: [], frames: [] };

const PERMISSIONS = [
  'accelerometer',
  'camera',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'payment',
  'usb',
];

/**
 * Headers that are the same on every response. Built once, because these headers account for a twentieth of the cost of
 * an outlet's event.
 */
const FIXED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  // Browsers and proxies cache nothing unless the response allows caching, as web files do (docs/threat-model.md#b9,
  // #c8).
  'cache-control': 'no-store',
} as const;

type Places = { readonly [Kind in keyof typeof GOOGLE_MAPS]: readonly string[] };

/** Returns the content security policy for a document that may also load from the given sources. */
function contentPolicy({ publicUrl, mapStyleUrl }: Surroundings, more: Places): string {
  const mapHost = mapStyleUrl === '' ? [] : [new URL(mapStyleUrl).origin];
  const directives: readonly (readonly [string, ...string[]])[] = [
    ['default-src', "'self'"],
    ['script-src', "'self'", ...more.scripts],
    // Mantine writes theme variables and computed sizes as inline styles.
    ['style-src', "'self'", "'unsafe-inline'", ...more.styles],
    ['img-src', "'self'", 'data:', 'blob:', ...mapHost, ...more.images],
    ['font-src', "'self'", ...more.fonts],
    ['connect-src', "'self'", ...mapHost, ...more.calls],
    ['worker-src', "'self'", 'blob:'],
    ...(more.frames.length > 0 ? [['frame-src', ...more.frames] as const] : []),
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
    ['frame-ancestors', "'none'"],
    ...(publicUrl.startsWith('https:') ? [['upgrade-insecure-requests'] as const] : []),
  ];
  return directives.map((words) => words.join(' ')).join(';');
}

/** Adds headers to every response, including errors, redirects, documents and files (docs/threat-model.md#i2). */
export function addSecurityHeaders(app: FastifyInstance, surroundings: Surroundings): void {
  const { publicUrl, googleMapsKey } = surroundings;
  const trusted = "require-trusted-types-for 'script'";
  // The API documentation is a third-party page that writes markup. All other pages accept only trusted types.
  const ofApiDocs = contentPolicy(surroundings, NOTHING_MORE);
  const ofAll = `${ofApiDocs};${trusted};trusted-types default dompurify letter`;
  // The names of Google's trusted-types policies may change, so the policy lists none.
  const ofGoogleMaps = googleMapsKey === '' ? ofAll : `${contentPolicy(surroundings, GOOGLE_MAPS)};${trusted}`;
  const headersWith = (policy: string) => ({
    ...FIXED,
    'permissions-policy': PERMISSIONS.map((name) => `${name}=()`).join(', '),
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    'content-security-policy': policy,
  });
  const [apiDocs, googleMaps, all] = [ofApiDocs, ofGoogleMaps, ofAll].map(headersWith);
  const headersOf = (path: string) => {
    if (/^\/api\/docs(\/|$)/.test(path)) return apiDocs;
    return isGoogleMapsPage(path) ? googleMaps : all;
  };
  app.addHook('onRequest', (request, reply, done) => {
    const [path = '/'] = request.url.split('?');
    reply.headers(headersOf(path) ?? {});
    done();
  });
}
