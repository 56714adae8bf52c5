import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { textOf } from './source-files.ts';

type Manifest = { kind: string; metadata: { name: string; annotations?: Record<string, string> } };

const values = parse(textOf('deploy/helm/values.yaml')) as object;

/** Renders a template of the chart without Helm. The chart uses only values and the namespace of Helm's language. */
function render(template: string): string {
  return template.replace(/\{\{ ([^{}]*) \}\}/g, (_whole, expression: string) => {
    if (expression === '.Release.Namespace') return 'voltboard';
    const [, path = expect.unreachable(expression)] = /^\.Values\.([\w.]+)$/.exec(expression) ?? [];
    const value = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], values);
    expect(typeof value, path).toMatch(/^(string|number)$/);
    return String(value);
  });
}

const documentsOf = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Manifest;
  });

const key = ({ kind, metadata }: Manifest) => `${kind}/${metadata.name}`;

/** Removes the hook annotations. Helm runs hooks in their order; Kubernetes ignores these annotations. */
function withoutHooks(manifest: Manifest): Manifest {
  const { annotations = {}, ...metadata } = manifest.metadata;
  const others = Object.entries(annotations).filter(([name]) => !name.startsWith('helm.sh/'));
  const kept = others.length > 0 ? { annotations: Object.fromEntries(others) } : {};
  return { ...manifest, metadata: { ...metadata, ...kept } };
}

const templates = readdirSync('deploy/helm/templates').map((name) => textOf(`deploy/helm/templates/${name}`));
const rendered = templates.flatMap((template) => documentsOf(render(template)));

test('with default values the chart equals the files for kubectl, without namespace and secret', () => {
  const plain = ['namespace', 'migrate', 'voltboard', 'operations', 'backup']
    .flatMap((name) => documentsOf(textOf(`deploy/kubernetes/${name}.yaml`)))
    .filter(({ kind }) => kind !== 'Namespace');
  const byKey = (manifests: Manifest[]) => Object.fromEntries(manifests.map((one) => [key(one), withoutHooks(one)]));
  expect(rendered.length).toBe(plain.length);
  expect(byKey(rendered)).toEqual(byKey(plain));
});

test('every value is used, and the tables are migrated before new pods start', () => {
  const leaves = (of: object, path: string): string[] =>
    Object.entries(of).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null ? leaves(value, `${path}.${name}`) : [`${path}.${name}`],
    );
  for (const path of leaves(values, '.Values')) expect(templates.join('\n')).toContain(`{{ ${path} }}`);
  const hooks = rendered
    .filter(({ metadata }) => metadata.annotations?.['helm.sh/hook'] === 'pre-install,pre-upgrade')
    .map((manifest) => [key(manifest), Number(manifest.metadata.annotations?.['helm.sh/hook-weight'])]);
  // The settings are created first, because the job reads them.
  expect(Object.fromEntries(hooks)).toEqual({ 'ConfigMap/voltboard': -10, 'Job/voltboard-migrate': -5 });
});
