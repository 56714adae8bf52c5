import { expect, test } from 'vitest';
import { refuseWeakPassword } from './password-rule.ts';

const about = { email: 'maria@grandhotel.example', words: ['Grand Hotel'], shortest: 12 };

test.each([
  'elevenchars',
  'password password',
  'aaaaaaaaaaaaaaaa',
  'qwertyuiopas',
  '1234567890123',
  'P@ssw0rd1234',
  'voltboard-demo',
  'Voltboard2026',
  'maria@grandhotel.example',
  'Grand Hotel 2026',
  'x'.repeat(1025),
])('%s is refused', async (password) => {
  await expect(refuseWeakPassword(password, about)).rejects.toMatchObject({ statusCode: 400 });
});

test.each([
  'lantern crisp velvet 7',
  'x8Kq2vLw93pz',
  '🔌🐢🌋🎺🧲🪁🦉🍋🪨🎲🚲🧶',
  ' spaces  are   fine too ',
  'Ünïcode wörds zählen',
])('%s is accepted', async (password) => {
  await expect(refuseWeakPassword(password, about)).resolves.toBeUndefined();
});

test('256 characters are accepted, in well under a second', async () => {
  const long = Array.from({ length: 32 }, (_, index) => `${index * 7919}wörter`.slice(0, 8)).join('');
  await expect(refuseWeakPassword(long.padEnd(256, 'q7'), about)).resolves.toBeUndefined();
});
