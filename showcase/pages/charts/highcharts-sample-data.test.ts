import { expect, test } from 'vitest';
import { AREAS, HEAT, HEAT_RANGES } from './apex-sample-data.ts';
import { PRODUCTS, PUNCH_CARD, ROSE } from './echarts-sample-data.ts';
import { placeWords } from './highcharts-field-panels.tsx';
import { FILLER_LENGTH, FRUIT, RATES, WIND, WORDS } from './highcharts-sample-data.ts';
import { RIVER, WINTERS } from './overview-sample-data.ts';

test('the charts have the number of points that their types need', () => {
  expect(WINTERS.map(({ points }) => points.length)).toEqual([27, 23, 54]);
  expect(RIVER.map(([, days]) => days.length)).toEqual([21, 21, 21, 21, 21, 21]);
  expect(AREAS.map(({ points }) => points.length)).toEqual([20, 20, 20]);
  expect(HEAT.map(({ cells }) => cells.length)).toEqual(Array.from({ length: 9 }, () => 20));
  expect(PRODUCTS.flatMap(({ years }) => years)).toHaveLength(12);
  expect(ROSE).toHaveLength(361);
  expect(PUNCH_CARD).toHaveLength(168);
  expect(RATES).toHaveLength(129);
  expect(WIND).toHaveLength(361);
  expect(FRUIT.map(([, kilos]) => kilos).filter((kilos) => kilos === null || kilos === 0)).toEqual([null, 0]);
  expect([FILLER_LENGTH, WORDS.length]).toEqual([41, 38]);
});

test('every value of the heat map is in a range of the specification', () => {
  const cells = HEAT.flatMap((month) => month.cells);
  expect(cells.filter((cell) => !HEAT_RANGES.some(({ from, to }) => cell >= from && cell <= to))).toEqual([]);
});

test('every word of the cloud is placed, and no two words overlap', () => {
  expect(placeWords(WORDS, 520, 300)).toHaveLength(38);
});
