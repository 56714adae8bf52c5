import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

type Component = {
  'bom-ref': string;
  type: string;
  name: string;
  version: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
  licenses?: ({ license: { id?: string; name?: string } } | { expression: string })[];
};
type Sbom = {
  bomFormat: string;
  specVersion: string;
  serialNumber: string;
  version: number;
  metadata: { timestamp: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};
type Entry = { version?: string; integrity?: string; link?: boolean; name?: string };

const folder = mkdtempSync(join(tmpdir(), 'voltboard-sbom-'));
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> };
const locked = Object.entries(packages).filter(([place, { link }]) => place.includes('node_modules/') && !link);
const nameOf = (place: string, { name }: Entry) => name ?? place.replace(/^.*node_modules\//, '');
let sbom: Sbom;

beforeAll(() => {
  const file = join(folder, 'sbom.cdx.json');
  // No registry answers at this address: the list must come from the lockfile alone.
  const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:9/', npm_config_offline: 'true' };
  execFileSync(process.execPath, ['scripts/sbom.mjs', file], { env, stdio: 'pipe' });
  sbom = JSON.parse(readFileSync(file, 'utf8'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('writes a CycloneDX document of this product', () => {
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', version: 1 });
  expect(sbom.specVersion).toMatch(/^1\.[5-9]$/);
  expect(sbom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(sbom.metadata.component).toMatchObject({ type: 'application', name: 'voltboard', version: '0.1.0' });
  const refs = [sbom.metadata.component, ...sbom.components].map((component) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  const unknown = sbom.dependencies.flatMap(({ ref, dependsOn }) =>
    [ref, ...dependsOn].filter((one) => !refs.includes(one)),
  );
  expect(unknown).toEqual([]);
  for (const { type, purl, name, version } of sbom.components)
    expect([type, purl]).toEqual(['library', `pkg:npm/${name.replace('@', '%40')}@${version}`]);
});

test('lists every package of the lockfile with its version and checksum', () => {
  const hashes = new Map(sbom.components.map(({ name, version, hashes: [hash] = [] }) => [`${name}@${version}`, hash]));
  const wrong = locked.filter(([place, entry]) => {
    const id = `${nameOf(place, entry)}@${entry.version}`;
    const [algorithm = '', sum = ''] = entry.integrity?.split('-', 2) ?? [];
    const content = Buffer.from(sum, 'base64').toString('hex');
    const hash = hashes.get(id);
    return (
      !hashes.has(id) || (sum !== '' && (algorithm !== 'sha512' || hash?.alg !== 'SHA-512' || hash.content !== content))
    );
  });
  expect(wrong.map(([place]) => place)).toEqual([]);
});

test('lists every dependency of package.json, including those of the web client', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  const listed = new Set(sbom.components.map(({ name, version }) => `${name}@${version}`));
  const asked = Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => /^\d/.test(version));
  expect(asked.length).toBeGreaterThan(90);
  expect(asked.map(([name, version]) => `${name}@${version}`).filter((id) => !listed.has(id))).toEqual([]);
});

test('lists a license for every package', () => {
  const named = (license: NonNullable<Component['licenses']>[number]) =>
    'expression' in license ? license.expression : (license.license.id ?? license.license.name);
  expect(sbom.components.filter(({ licenses = [] }) => !licenses.some(named)).map(({ name }) => name)).toEqual([]);
});
