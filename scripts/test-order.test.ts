import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { LONGEST, TestOrder } from './test-order.ts';

test('the slowest files exist', () => {
  expect(LONGEST.filter((path) => !existsSync(path))).toEqual([]);
});

test('browser files run together first, then the slowest files', async () => {
  const config = { root: process.cwd(), sequence: { groupOrder: 0 }, isolate: false };
  const cache = { getFileTestResults: () => undefined, getFileStats: () => ({ size: 1 }) };
  const order = new TestOrder({ config, cache } as unknown as Vitest);
  const names = [
    'domain/money.test.ts',
    'web/app/shell/shell.test.ts',
    LONGEST[1],
    'web/app/failures.test.ts',
    LONGEST[0],
  ];
  const project = { name: '', config };
  const specs = names.map((name) => ({ moduleId: `${process.cwd()}/${name}`, project }) as TestSpecification);
  const sorted = (await order.sort(specs)).map(({ moduleId }) => moduleId.slice(process.cwd().length + 1));
  expect(sorted).toEqual([names[1], names[3], LONGEST[0], LONGEST[1], names[0]]);
});
