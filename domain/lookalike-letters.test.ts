import { expect, test } from 'vitest';
import { isLookalike } from './lookalike-letters.ts';

test.each([
  'maria',
  'jörg',
  'maría.josé+bar',
  'øystein',
  'ışık',
  'иван',
  'кот',
  'окно',
  'монтаж',
  'мария',
  'γιάννης',
  'דוד',
  'محمد',
  'देव',
  '例え',
  'テスト',
])('the word %s uses one alphabet and looks like no other word', (word) => {
  expect(isLookalike(word)).toBe(false);
});

test.each([
  ...['аdmin', 'pаypal', 'раураl', 'раура1', 'аррӏе', 'ѕсоре', 'οο7', 'admıո', 'gооgle', 'ɡoogle', 'maria-о', 'էx'],
  ...['αlpha', 'тест-test', 'ივანe', 'ᏢᎪᎩ', 'ⲡⲁⲩ', 'ꓑꓮꓬ', 'admın', 'ѡww'],
])('the word %s can be mistaken for another', (word) => {
  expect(isLookalike(word.normalize('NFKC').toLowerCase())).toBe(true);
});
