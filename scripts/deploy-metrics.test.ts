import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../server/config/config.ts';
import { createMetrics } from '../server/metrics/metrics.ts';
import { textOf } from './source-files.ts';

type Metric = { readonly name: string; readonly type: unknown; readonly values: readonly { labels: object }[] };
type Rule = {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { runbook_url: string };
};
type Panel = { id: number; title: string; targets?: { expr: string }[] };

const rules = (parse(textOf('deploy/prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const dashboard = JSON.parse(textOf('deploy/grafana/voltboard.json')) as {
  panels: Panel[];
  templating: { list: { query: unknown }[] };
};
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...dashboard.templating.list.map(({ query }) => JSON.stringify(query).replaceAll('\\"', '"')),
];

/** Returns every metric name that /metrics exposes, with its possible labels. */
async function exposed(): Promise<Map<string, string[]>> {
  const config = readConfig({ METRICS_PORT: '9400', DATA_DIR: 'node_modules/.cache/voltboard/metrics' });
  const { registry } = createMetrics(config, '0.0.0') ?? expect.unreachable();
  const named = (registry as unknown as { _metrics: Record<string, { labelNames: string[] }> })._metrics;
  const names = new Map<string, string[]>();
  const served = (await registry.getMetricsAsJSON()) as unknown as Metric[];
  for (const { name, type } of served) {
    const labels = named[name]?.labelNames ?? [];
    const parts = type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
    for (const part of parts) names.set(name + part, part === '_bucket' ? [...labels, 'le'] : labels);
  }
  return names;
}

const RUNBOOK = ['docs', 'runbook.md'].join('/');
/** Labels that Prometheus adds. */
const GIVEN = ['job', 'instance'];

test('dashboard and alert rules read only metrics and labels that /metrics exposes', async () => {
  const names = await exposed();
  const asked = expressions.flatMap((expr) => [
    ...expr.matchAll(/\b((?:voltboard|process|nodejs)_\w+)(?:\{((?:[^"}]|"[^"]*")*)\})?/g),
  ]);
  expect(asked.length).toBeGreaterThan(50);
  for (const [, name = '', labels = ''] of asked) {
    expect([...names.keys()], name).toContain(name);
    const used = [...labels.matchAll(/(\w+)\s*(?:=~|!=|!~|=)/g)].map(([, label]) => label);
    for (const label of used) expect([...GIVEN, ...(names.get(name) ?? [])], `${name}{${label}}`).toContain(label);
  }
});

test('the dashboard or an alert rule uses every product metric', async () => {
  const ours = [...(await exposed()).keys()].filter((name) => name.startsWith('voltboard_'));
  const stems = [...new Set(ours.map((name) => name.replace(/_(bucket|sum|count)$/, '')))];
  expect(stems.filter((stem) => !expressions.some((expr) => expr.includes(stem)))).toEqual([]);
});

test('the documentation lists exactly the exposed metrics', async () => {
  const documented = [...textOf('web/features/documentation/metric-list.ts').matchAll(/'(voltboard_\w+)'/g)];
  const served = [...(await exposed()).keys()].filter((name) => name.startsWith('voltboard_'));
  const stems = new Set(served.map((name) => name.replace(/_(bucket|sum|count)$/, '')));
  expect(documented.map(([, name]) => name).toSorted()).toEqual([...stems].toSorted());
});

test('each rule has a severity and a runbook entry, and no name is used twice', () => {
  for (const { alert, labels, annotations } of rules) {
    expect(labels.severity, alert).toMatch(/^(critical|warning)$/);
    expect(Object.keys(annotations), alert).toEqual(['runbook_url', 'summary', 'description']);
    expect(annotations.runbook_url).toBe(`${RUNBOOK}#${alert.toLowerCase()}`);
  }
  const headings = [...textOf(RUNBOOK).matchAll(/^## (\w+)\n\n(.{60,})$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(rules.map(({ alert }) => alert));
  for (const names of [rules.map(({ alert }) => alert), dashboard.panels.map(({ id }) => id)])
    expect(new Set<unknown>(names).size).toBe(names.length);
});
