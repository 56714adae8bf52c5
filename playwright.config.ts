import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { smtpPortFor } from './e2e/mail-server.ts';
import { oidcPortFor } from './e2e/oidc-provider.ts';
import { findBrowser } from './scripts/find-browser.mjs';

const port = Number(process.env.E2E_PORT ?? 4173);
// The workers need this variable too, because tests that report events read the outlets' keys from this folder.
process.env.E2E_DATA_DIR ??= join(tmpdir(), `voltboard-e2e-${process.pid}`);
const chromium = findBrowser();

/** Runs browser journeys against the built product with a fresh demo network and no simulator. */
export default defineConfig({
  // `npm test` runs the product's journeys. Only the full run includes the showroom's journeys.
  projects: [
    { name: 'product', testDir: 'e2e' },
    ...(existsSync('showcase/e2e') ? [{ name: 'showcase', testDir: 'showcase/e2e' }] : []),
  ],
  globalSetup: './e2e/mail-server.ts',
  outputDir: 'node_modules/.cache/voltboard/playwright',
  fullyParallel: true,
  workers: 2,
  timeout: 180_000,
  // Generous, because two browsers that draw maps in software share two cores with the server.
  expect: { timeout: 30_000 },
  use: {
    // Use a host name, because browsers can't create passkeys for an IP address.
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1440, height: 900 },
    // Record no trace, because tracing takes a third of all processor time. A failure leaves a screenshot and the
    // page's tree. `npx playwright test --trace on <file>` records more.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--disable-quic',
        // There is no graphics processor. Without compositing for a graphics processor, pages are drawn in half the
        // time.
        '--disable-gpu-compositing',
        '--disable-gpu-rasterization',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node dist/server/main.js',
    url: `http://127.0.0.1:${port}/api/readyz`,
    timeout: 600_000,
    reuseExistingServer: false,
    stdout: 'ignore',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: String(port),
      DATA_DIR: process.env.E2E_DATA_DIR,
      PUBLIC_URL: `http://localhost:${port}`,
      DEMO: 'on',
      SIMULATOR: 'off',
      SMTP_URL: `smtp://127.0.0.1:${smtpPortFor(port)}`,
      // The provider that e2e/account-sign-in.spec.ts runs.
      GOOGLE_ISSUER: `http://localhost:${oidcPortFor(port)}`,
      GOOGLE_CLIENT_ID: 'e2e',
      GOOGLE_CLIENT_SECRET: 'e2e',
    },
  },
});
