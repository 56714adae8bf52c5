import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { isGoogleMapsPage } from '#contract/site.ts';

type Surroundings = { readonly publicUrl: string; readonly mapStyleUrl: string; readonly googleMapsKey: string };

/** Where Google Maps takes its parts from; named only on its page, and only where the installation has a key for it. */
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

type Places = { readonly [Kind in keyof typeof GOOGLE_MAPS]: readonly string[] };

/** The content policy of a document that may also load from these places. */
function contentPolicy({ publicUrl, mapStyleUrl }: Surroundings, more: Places): string {
  const mapHost = mapStyleUrl === '' ? [] : [new URL(mapStyleUrl).origin];
  const directives: readonly (readonly [string, ...string[]])[] = [
    ['default-src', "'self'"],
    ['script-src', "'self'", ...more.scripts],
    // Mantine writes the theme's variables and computed sizes as inline styles.
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

/** Headers of every answer: errors, redirects, documents and files alike (docs/threat-model.md#i2). */
export async function addSecurityHeaders(app: FastifyInstance, surroundings: Surroundings): Promise<void> {
  const { publicUrl, googleMapsKey } = surroundings;
  const secure = publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    originAgentCluster: true,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  });
  const trusted = "require-trusted-types-for 'script'";
  // The description of the API is somebody else's page and writes markup; everything else takes trusted types only.
  const ofApiDocs = contentPolicy(surroundings, NOTHING_MORE);
  const ofAll = `${ofApiDocs};${trusted};trusted-types default dompurify letter`;
  // Google's own policies have no names that one could rely on.
  const ofGoogleMaps = googleMapsKey === '' ? ofAll : `${contentPolicy(surroundings, GOOGLE_MAPS)};${trusted}`;
  const policyOf = (path: string): string => {
    if (/^\/api\/docs(\/|$)/.test(path)) return ofApiDocs;
    return isGoogleMapsPage(path) ? ofGoogleMaps : ofAll;
  };
  const permissions = PERMISSIONS.map((name) => `${name}=()`).join(', ');
  app.addHook('onRequest', async (request, reply) => {
    const [path = '/'] = request.url.split('?');
    // Nothing is kept by browsers or proxies unless it says so itself, as the web files do (docs/threat-model.md#b9, #c8).
    reply.headers({
      'Content-Security-Policy': policyOf(path),
      'Permissions-Policy': permissions,
      'Cache-Control': 'no-store',
    });
  });
}
