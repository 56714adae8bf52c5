import { expect, test } from 'vitest';
import { importClosure, importGraph, isOfTests, linesOf, singleImporterModules } from './code-figures.ts';
import { textOf } from './source-files.ts';

/*
 * Figures that indicate how hard the code is to read. The test prints each figure, and fails if one exceeds its limit.
 */
const graph = importGraph();

test('prints how many modules there are, and limits those with one importer', () => {
  const modules = [...graph.keys()].filter((file) => !isOfTests(file));
  const all = singleImporterModules(graph);
  // Rules keep SQL, requests and texts in modules of their own.
  const single = all.filter((file) => !/-(queries|api|strings|mails|words)\.ts$/.test(file));
  console.log(`${modules.length} modules, ${all.length} of them with one importer, ${single.length} without a rule`);
  expect(modules.length).toBeGreaterThan(1_000);
  expect(single.length).toBeLessThan(491);
});

test('a route test loads few lines before its first request', () => {
  const routeTests = [...graph.keys()].filter((file) => /^server\/features\/.*routes\.test\.ts$/.test(file));
  const usual = routeTests.filter((file) => /createTestApp\(/.test(textOf(file)));
  const lines = usual.map((file) => ({ file, lines: linesOf(importClosure(graph, file)) }));
  lines.sort((one, other) => other.lines - one.lines);
  const [longest] = lines;
  console.log(`${usual.length} route tests; ${longest?.file} loads most: ${longest?.lines} lines`);
  expect(usual.length).toBeGreaterThan(10);
  expect(lines.filter((one) => one.lines >= 6_000)).toEqual([]);
});

test('an event is explained by at most ten files', () => {
  const [, section = ''] = textOf('ARCHITECTURE.md').split(/^## How an event flows$/m);
  const [flow = ''] = section.split(/^## /m);
  const named = new Set([...flow.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file]) => file));
  console.log(`${named.size} files explain an event`);
  expect(named.size).toBeGreaterThan(3);
  expect(named.size).toBeLessThanOrEqual(10);
});
