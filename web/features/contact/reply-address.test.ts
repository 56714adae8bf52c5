import { expect, test } from 'vitest';
import type { ContactMessage } from '#contract/contact.ts';
import { replyAddress } from './message-drawer.tsx';

const MESSAGE: ContactMessage = {
  id: '1',
  name: 'Ada',
  email: 'ada@hotel.example',
  message: 'One\nTwo & three?',
  sent_at: '',
  account: 'owner@hotel.example',
  customer: '',
  read_at: null,
  deleted_at: null,
};
const read = (message: ContactMessage) => {
  const url = new URL(replyAddress(message));
  return { to: decodeURIComponent(url.pathname), parts: [...url.searchParams] };
};

test('replies to the typed address and quotes the message', () => {
  const { to, parts } = read(MESSAGE);
  expect(to).toBe('ada@hotel.example');
  expect(parts.map(([name]) => name)).toEqual(['subject', 'body']);
  expect(parts[1]?.[1]).toBe('Hello Ada,\r\n\r\n\r\n\r\n> One\r\n> Two & three?');
});

test('encodes typed text, so that it adds no header and no second address', () => {
  const { to, parts } = read({ ...MESSAGE, email: 'a@b.example?bcc=all@c.example', name: 'x&bcc=y@z.example' });
  expect(to).toBe('owner@hotel.example');
  expect(parts.map(([name]) => name)).toEqual(['subject', 'body']);
  expect(read({ ...MESSAGE, email: '' }).to).toBe('owner@hotel.example');
});
