import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

type Surroundings = { readonly publicUrl: string; readonly mapStyleUrl: string };

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
  { publicUrl, mapStyleUrl }: Surroundings,
): Promise<void> {
  const secure = publicUrl.startsWith('https:');
  const mapHost = mapStyleUrl === '' ? [] : [new URL(mapStyleUrl).origin];
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine writes the theme's variables and computed sizes as inline styles.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...mapHost],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...mapHost],
        workerSrc: ["'self'", 'blob:'],
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
  const permissions = PERMISSIONS.map((name) => `${name}=()`).join(', ');
  app.addHook('onRequest', async (_request, reply) => {
    // Nothing is kept by browsers or proxies unless it says so itself, as the web files do (security B9, C8).
    reply.headers({ 'Permissions-Policy': permissions, 'Cache-Control': 'no-store' });
  });
}
