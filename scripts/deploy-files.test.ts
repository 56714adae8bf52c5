import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { healthz, readyz } from '../contract/site.ts';
import { CONFIG_VARIABLES } from '../server/config/config.ts';
import { textOf } from './source-files.ts';

type Service = {
  image?: string;
  hostname?: string;
  environment?: Record<string, string>;
  depends_on?: Record<string, unknown>;
  secrets?: string[];
  networks?: string[];
  volumes?: string[];
};
type Compose = Record<'services', Record<string, Service>> & Record<'secrets' | 'networks' | 'volumes', object>;
type Container = { env?: { name: string }[]; volumeMounts: { name: string }[] } & Record<string, unknown>;
type Manifest = {
  kind: string;
  data?: object;
  stringData?: object;
  spec: {
    template: { spec: { containers: Container[]; volumes: { name: string }[] } };
    volumeClaimTemplates?: { metadata: { name: string } }[];
  };
};

const read = (file: string) => readFileSync(file, 'utf8');
const compose: Compose = parse(textOf('deploy/compose/compose.yaml'), { merge: true });
const replicas: Compose = parse(textOf('deploy/compose/compose.replicas.yaml'), { merge: true });
const ours = Object.entries(compose.services).filter(([name]) => name.startsWith('voltboard'));
const FILES = ['namespace', 'secrets', 'migrate', 'voltboard', 'operations', 'backup', 'embedded'];
const manifests = FILES.flatMap((name) =>
  parseAllDocuments(textOf(`deploy/kubernetes/${name}.yaml`)).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS() as Manifest;
  }),
);
const pods = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');
const dockerfile = read('Dockerfile');
const unit = textOf('deploy/systemd/voltboard.service');

const startLine: string = JSON.parse(read('package.json')).scripts.start;

test('sets only environment variables that the product knows', () => {
  const known = new Set(CONFIG_VARIABLES.map(({ name }) => name));
  const others = new Set(['NODE_ENV']);
  const given = [
    ...[...ours, ...ours.map(([name]) => [name, replicas.services[name] ?? {}] as const)].flatMap(
      ([, { environment = {} }]) => Object.keys(environment),
    ),
    ...manifests.flatMap(({ data = {}, stringData = {} }) => [...Object.keys(data), ...Object.keys(stringData)]),
    ...pods.flatMap(({ spec }) => spec.template.spec.containers.flatMap(({ env = [] }) => env.map(({ name }) => name))),
    ...[...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name = '']) => name),
    ...[...dockerfile.matchAll(/^(?:ENV| {3}) (\w+)=/gm)].map(([, name = '']) => name),
  ];
  expect(given.length).toBeGreaterThan(30);
  expect(given.filter((name) => !known.has(name.replace(/_FILE$/, '')) && !others.has(name))).toEqual([]);
});

test('npm start, container and service run one program without Node settings, which the program sets', () => {
  expect(startLine).toBe('exec node dist/server/main.js');
  expect(dockerfile).toContain('CMD ["node", "dist/server/main.js"]\n');
  expect(unit).toContain('ExecStart=/usr/bin/node dist/server/main.js\n');
  expect(dockerfile + unit).not.toMatch(/MALLOC|UV_THREADPOOL|NODE_OPTIONS/);
});

test('every image names its version, and all stages share one base that the product supports', () => {
  const images = [compose, replicas].flatMap(({ services }) => Object.values(services).map(({ image }) => image));
  for (const image of images.filter((name) => name !== undefined))
    expect(image).toMatch(/^(voltboard:local|[\w./-]+:v?\d+[\w.-]*)$/);
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(new Set(bases).size).toBe(1);
  expect(bases[0]).toMatch(/^node:20\.(19|[2-9]\d)\.\d+-bookworm-slim$/);
});

test('the build context contains everything that the build reads', () => {
  const inputs = /BUILD_INPUTS = \[([^\]]+)\]/.exec(read('scripts/prepare.mjs'))?.[1] ?? '';
  const wanted = [...inputs.matchAll(/'([^']+)'/g)].map(([, path = '']) => path);
  const letIn = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  expect(wanted.length).toBeGreaterThan(8);
  for (const path of [...wanted, 'package.json', '.npmrc', 'scripts/prepare.mjs']) expect(letIn).toContain(path);
  for (const config of ['vite.config.ts', 'vite.server.config.ts'])
    for (const [, own = ''] of read(config).matchAll(/from '\.\/([^']+)'/g))
      expect(
        wanted.some((path) => own === path || own.startsWith(`${path}/`)),
        own,
      ).toBe(true);
  // The showroom may be absent.
  for (const path of letIn) expect(path === 'showcase' || existsSync(path), path).toBe(true);
});

test('probes use the health endpoints, and the stores never decide a restart', () => {
  const [ready, alive] = [`/api${readyz.url}`, `/api${healthz.url}`];
  expect(dockerfile).toContain(ready);
  expect(textOf('deploy/compose/Caddyfile')).toContain(`health_uri ${ready}`);
  for (const { spec } of pods) {
    const [container] = spec.template.spec.containers;
    expect(container).toMatchObject({ readinessProbe: { httpGet: { path: ready } } });
    expect(container).toMatchObject({ startupProbe: { httpGet: { path: ready } } });
    expect(container).toMatchObject({ livenessProbe: { httpGet: { path: alive } } });
  }
});

test('the compose file references only what it defines', () => {
  const { services, secrets, networks, volumes } = compose;
  const written = [...read('deploy/compose/make-secrets.sh').matchAll(/^write (\w+)/gm)].map(([, name = '']) => name);
  expect(Object.keys({ ...secrets, ...replicas.secrets }).toSorted()).toEqual(written.toSorted());
  for (const service of Object.values(services)) {
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(service.depends_on ?? {})));
    expect(Object.keys(secrets)).toEqual(expect.arrayContaining(service.secrets ?? []));
    expect(Object.keys(networks)).toEqual(expect.arrayContaining(service.networks ?? []));
    const named = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '');
    const kept = named.filter((volume) => !volume.startsWith('.'));
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(kept));
    for (const file of named.filter((volume) => volume.startsWith('.')))
      expect(existsSync(`deploy/compose/${file}`), file).toBe(true);
  }
  const upstreams = textOf('deploy/compose/Caddyfile').match(/voltboard-\d:4000/g);
  expect(upstreams).toEqual(ours.map(([name]) => `${name}:4000`));
  const [job] = parse(textOf('deploy/prometheus/prometheus.yaml')).scrape_configs;
  expect(job.static_configs[0].targets).toEqual(upstreams);
});

test('with replicas, the processes name the configured cluster, and every replica gets the configuration', () => {
  const configuration = read('deploy/clickhouse/replicas.xml');
  const servers = Object.entries(replicas.services).filter(([name]) => name.startsWith('clickhouse'));
  expect(servers.map(([, { environment = {} }]) => environment.REPLICA)).toEqual(['1', '2', '3']);
  for (const [name, { volumes = [] }] of servers) expect(volumes.join(), name).toContain('clickhouse/replicas.xml:');
  const hosts = [...configuration.matchAll(/<replica><host>([\w-]+)<\/host>/g)].map(([, host]) => host);
  expect(hosts).toEqual(servers.map(([, { hostname }]) => hostname));
  for (const [name] of ours) {
    const cluster = replicas.services[name]?.environment?.CLICKHOUSE_CLUSTER;
    expect(configuration).toMatch(new RegExp(`<remote_servers>\\s*<${cluster}>`));
  }
});

test('every pod defines the volumes that it mounts', () => {
  for (const { spec } of pods) {
    const { containers, volumes } = spec.template.spec;
    const has = [...volumes, ...(spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata)];
    for (const { volumeMounts } of containers)
      expect(has.map(({ name }) => name)).toEqual(expect.arrayContaining(volumeMounts.map(({ name }) => name)));
  }
});

type Named = { kind: string; apiVersion: string; metadata: { name: string; namespace?: string } };
type PodSpec = {
  containers: { command?: string[]; envFrom: Record<string, { name: string }>[]; volumeMounts: { name: string }[] }[];
  volumes: { name: string; persistentVolumeClaim?: { claimName: string } }[];
};
const named = (kind: string) => (manifests as unknown as Named[]).filter((manifest) => manifest.kind === kind);
const namesOf = (kind: string) => named(kind).map(({ metadata }) => metadata.name);

test('Kubernetes jobs run existing commands with existing settings and volumes', async () => {
  const jobs = [...named('Job'), ...named('CronJob')] as unknown as {
    spec: { template?: { spec: PodSpec }; jobTemplate?: { spec: { template: { spec: PodSpec } } } };
  }[];
  const commands = textOf('server/admin/program.ts') + textOf('server/admin/copy-commands.ts');
  const run: string[] = [];
  for (const { spec } of jobs) {
    const pod = spec.template?.spec ?? spec.jobTemplate?.spec.template.spec ?? expect.unreachable();
    const [{ command = [], envFrom, volumeMounts } = expect.unreachable()] = pod.containers;
    run.push(command.at(-1) ?? '');
    expect(command.slice(0, 2)).toEqual(['node', 'dist/server/admin.js']);
    expect(commands).toContain(`'${command.at(-1)}'`);
    for (const { configMapRef, secretRef } of envFrom) {
      if (configMapRef) expect(namesOf('ConfigMap')).toContain(configMapRef.name);
      if (secretRef) expect(namesOf('Secret')).toContain(secretRef.name);
    }
    expect(pod.volumes.map(({ name }) => name)).toEqual(volumeMounts.map(({ name }) => name));
    for (const { persistentVolumeClaim: claim } of pod.volumes)
      if (claim) expect(namesOf('PersistentVolumeClaim')).toContain(claim.claimName);
  }
  expect(run.toSorted()).toEqual(['backup', 'migrate']);
});

test('autoscaler, monitor and network policy reference existing objects, and secrets have their own file', () => {
  const [scaler] = named('HorizontalPodAutoscaler') as unknown as { spec: { scaleTargetRef: { name: string } } }[];
  expect(namesOf('Deployment')).toContain(scaler?.spec.scaleTargetRef.name);
  const [monitor] = named('PodMonitor') as unknown as { spec: { podMetricsEndpoints: { authorization: object }[] } }[];
  const [secret] = named('Secret') as unknown as { stringData: object }[];
  expect(monitor?.spec.podMetricsEndpoints[0]).toMatchObject({
    authorization: { credentials: { name: 'voltboard', key: 'METRICS_TOKEN' } },
  });
  expect(Object.keys(secret?.stringData ?? {})).toEqual(expect.arrayContaining(['METRICS_TOKEN', 'BACKUP_KEY']));
  expect(namesOf('NetworkPolicy')).toEqual(['voltboard']);
  for (const file of FILES.filter((name) => name !== 'secrets'))
    expect(textOf(`deploy/kubernetes/${file}.yaml`), file).not.toMatch(/kind: Secret$/m);
});

test('every service of the compose file has a memory limit', () => {
  const services = Object.entries(compose.services) as [string, { mem_limit?: string }][];
  expect(services.filter(([, { mem_limit }]) => mem_limit === undefined).map(([name]) => name)).toEqual([]);
});
