import { get } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '#domain/durations.ts';
import type { Version } from './newer-version.ts';
import type { Installation, Product } from './open-installation.ts';

const ASK_EVERY_MS = 100;
/** How long the processes may take to report that they stop. A busy machine takes long to start a command. */
const STOPS_WITHIN_MS = 2 * MINUTE_MS;

/**
 * Runs `npm run admin -- migrate` from the newer version while all processes of the older version serve requests. Then
 * replaces one process after the other. Throws if the older processes do not continue, or do not report why.
 */
export async function upgrade(installation: Installation, version: Version, isBreaking: boolean): Promise<void> {
  const { products } = installation;
  installation.install(version);
  const migrated = installation.admin('migrate');
  if (isBreaking) await allSayThatTheyStop(installation);
  const { code, output } = await migrated;
  if (code !== 0) throw new Error(`migrate of ${version.name}: ${output}`);
  const [first] = products;
  if (!isBreaking && /applied /.test(output) && first !== undefined) await saysThatItIsOlder(installation, first);
  for (const product of products) {
    if (!isBreaking && (await readyOf(product)).status !== 200 && product !== first)
      throw new Error(`${product.name} of the older version does not go on beside ${version.name}`);
    await product.stop();
    product.setVersion(version, true);
    await product.start();
  }
}

/** Waits until all processes report that they stop, which they announce before the migration. */
async function allSayThatTheyStop({ products, logOf }: Installation): Promise<void> {
  const deadline = performance.now() + STOPS_WITHIN_MS;
  for (const product of products) {
    for (;;) {
      const { status, schema } = await readyOf(product);
      if (status === 503 && schema === false && /Replace this process/.test(logOf(product.name))) break;
      if (performance.now() > deadline)
        throw new Error(`${product.name} of the older version does not say that it stops`);
      await pause(ASK_EVERY_MS);
    }
  }
}

/**
 * Kills a process of the older version, and waits until it logs that it refuses to start on the newer version's tables.
 */
async function saysThatItIsOlder({ logOf }: Installation, product: Product): Promise<void> {
  void product.kill();
  const deadline = performance.now() + STOPS_WITHIN_MS;
  while (!/written by a newer version of Voltboard/.test(logOf(product.name))) {
    if (performance.now() > deadline) throw new Error(`${product.name} of the older version does not say what it is`);
    await pause(ASK_EVERY_MS);
  }
}

export const readyOf = ({ url }: Product): Promise<{ readonly status: number; readonly schema?: boolean }> =>
  new Promise((resolve) => {
    const asked = get(`${url}/api/readyz`, { agent: false, timeout: 3_000 }, async (answer) => {
      const body = await json(answer).catch(() => ({}));
      resolve({ ...(body as object), status: answer.statusCode ?? 0 });
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve({ status: 0 }));
  });
