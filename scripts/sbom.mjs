// `npm run sbom` writes sbom.cdx.json: a CycloneDX list of every package in package-lock.json, with versions, licenses
// and checksums. The script needs neither the network nor installed packages. The list includes development packages,
// because Vite builds some of them into the web client. The property `cdx:npm:package:development` marks them.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);

/** Licenses that the lockfile lacks, from the packages' own license files. */
const LICENSES = [
  [/^@oxc-parser\/binding-/, { id: 'MIT' }],
  [/^@chdb\/lib-/, { id: 'Apache-2.0' }],
  [/^dejavu-fonts-ttf$/, { name: 'Bitstream Vera and DejaVu changes in public domain' }],
  [/^png-js$/, { id: 'MIT' }],
];

const { status, stdout, stderr } = spawnSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
  { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' },
);
if (status !== 0) {
  console.error(`npm could not list the packages:\n${stderr}`);
  process.exit(1);
}

const sbom = JSON.parse(stdout);
const { name } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
// npm uses the folder's name.
sbom.metadata.component.name = name;
const unlicensed = [];
for (const component of sbom.components) {
  // A package installed under an alias is listed under its real name.
  component.name = decodeURIComponent(component.purl.slice('pkg:npm/'.length).replace(/@[^@]*$/, ''));
  if (component.licenses !== undefined) continue;
  const [, license] = LICENSES.find(([names]) => names.test(component.name)) ?? [];
  if (license === undefined) unlicensed.push(component.name);
  else component.licenses = [{ license }];
}
if (unlicensed.length > 0) {
  console.error(`Name the license of ${unlicensed.join(', ')} in scripts/sbom.mjs: the lockfile has none.`);
  process.exit(1);
}

const target = process.argv[2] ?? new URL('sbom.cdx.json', root);
writeFileSync(target, `${JSON.stringify(sbom, null, 2)}\n`);
console.log(`${sbom.components.length} packages are listed in ${process.argv[2] ?? 'sbom.cdx.json'}.`);
