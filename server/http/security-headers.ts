import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

type Surroundings = { readonly publicUrl: string; readonly mapStyleUrl: string; readonly googleMapsKey: string };

/** Where Google Maps takes its parts from; named only where the installation has a key for it. */
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
const WITHOUT_GOOGLE_MAPS = { scripts: [], images: [], calls: [], styles: [], fonts: [], frames: [] } as const;

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

/** Headers of every answer: errors, redirects, documents and files alike (security I2). */
export async function addSecurityHeaders(
  app: FastifyInstance,
  { publicUrl, mapStyleUrl, googleMapsKey }: Surroundings,
): Promise<void> {
  const secure = publicUrl.startsWith('https:');
  const mapHost = mapStyleUrl === '' ? [] : [new URL(mapStyleUrl).origin];
  const google = googleMapsKey === '' ? WITHOUT_GOOGLE_MAPS : GOOGLE_MAPS;
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...google.scripts],
        // Mantine writes the theme's variables and computed sizes as inline styles.
        styleSrc: ["'self'", "'unsafe-inline'", ...google.styles],
        imgSrc: ["'self'", 'data:', 'blob:', ...mapHost, ...google.images],
        fontSrc: ["'self'", ...google.fonts],
        connectSrc: ["'self'", ...mapHost, ...google.calls],
        workerSrc: ["'self'", 'blob:'],
        ...(google.frames.length > 0 ? { frameSrc: [...google.frames] } : {}),
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    originAgentCluster: true,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  });
  // Google's own policies have no names that one could rely on.
  const policies = googleMapsKey === '' ? ';trusted-types default dompurify letter' : '';
  const trusted = `require-trusted-types-for 'script'${policies}`;
  const permissions = PERMISSIONS.map((name) => `${name}=()`).join(', ');
  app.addHook('onRequest', async (request, reply) => {
    // The description of the API is somebody else's page and writes markup; everything else takes trusted types only.
    if (!/^\/api\/docs([/?]|$)/.test(request.url)) {
      reply.header('Content-Security-Policy', `${String(reply.getHeader('Content-Security-Policy'))};${trusted}`);
    }
    // Nothing is kept by browsers or proxies unless it says so itself, as the web files do (security B9, C8).
    reply.headers({ 'Permissions-Policy': permissions, 'Cache-Control': 'no-store' });
  });
}
