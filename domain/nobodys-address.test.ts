import { expect, test } from 'vitest';
import { hasAddress, withoutAddresses } from './nobodys-address.ts';

test.each([
  ['maria@acme.com', '***'],
  ['Maria <maria.o+x@mail.acme.co.uk>, twice maria@acme.com.', 'Maria <***>, twice ***.'],
  ['{"email":"maria@acme.com"}', '{"email":"***"}'],
  ['mailto:maria@bücher.de?subject=x', 'mailto:***?subject=x'],
  ['maria@example.com.acme.com', '***'],
  ['maria@notexample.com', '***'],
  ['maria@myexample', 'maria@myexample'],
])('hides the addresses in %s', (text, shown) => expect(withoutAddresses(text)).toBe(shown));

test('keeps addresses of reserved domains', () => {
  for (const text of ['owner@demo.voltboard.example', 'x@example.com', 'y@mail.example.org', 'z@hotel.test', 'a @ b'])
    expect(hasAddress(text)).toBe(false);
});
