import { expect, test } from 'vitest';
import { achText, sepaText } from './bank-text.ts';

test('text for banks has only the characters of the rulebook, and keeps those it had', () => {
  for (const text of ["Hotel (Pier), O'Neill: A/B + C?", 'DE-7.'] as const) expect(sepaText(text, 70)).toBe(text);
  expect(sepaText('Müller & Söhne Kaffeeröstereien Köln GmbH', 70)).toBe('Muller + Sohne Kaffeerostereien Koln GmbH');
  expect(sepaText('Hôtel <du Port> «Été» №7_A', 70)).toMatch(/^Hotel \(du Port\) ..?Ete..? ?(No|No\.)\.?7-A$/);
  expect(sepaText('北京咖啡馆 Berlin', 70)).toMatch(/^[A-Za-z ]+Berlin$/);
  for (const text of ['مقهى القاهرة', 'โฆษณา ไทย จำกัด', 'Ελλάς', 'Кафе', '👩‍👩‍👧 Café', '@#$%^*=!'])
    expect(sepaText(text, 70)).toMatch(/^[A-Za-z0-9 /?:().,'+-]+$/);
});

test('limits the length, trims slashes at both ends, and has no double slash', () => {
  expect(sepaText('x'.repeat(98), 70)).toHaveLength(70);
  expect(sepaText('//a///b//', 70)).toBe('a/b');
  expect(sepaText('ab /cd', 4)).toBe('ab');
  expect(achText('Zürich Café', 8)).toBe('ZURICH C');
});
