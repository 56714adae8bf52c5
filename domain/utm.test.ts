import { expect, test } from 'vitest';
import { readUtm, utmOf, withUtm, writeUtm } from './utm.ts';

const utm = { utm_source: 'voltboard', utm_campaign: 'Cold brew & more' };

test('adds parameters to a URL, before its fragment', () => {
  const added = 'utm_source=voltboard&utm_campaign=Cold%20brew%20%26%20more';
  expect(withUtm('https://a.example/', utm)).toEqual({ url: `https://a.example/?${added}`, kept: [] });
  expect(withUtm('https://a.example/?x=1#top', utm).url).toBe(`https://a.example/?x=1&${added}#top`);
  expect(withUtm('https://a.example/?', utm).url).toBe(`https://a.example/?${added}`);
  expect(withUtm('https://a.example/', {})).toEqual({ url: 'https://a.example/', kept: [] });
});

test('a parameter of the URL keeps its value, however it is written, and is named', () => {
  for (const name of ['utm_source', 'UTM_Source', 'utm%5Fsource']) {
    const { url, kept } = withUtm(`https://a.example/?${name}=own`, utm);
    expect(url).toContain(`${name}=own&utm_campaign=`);
    expect(url).not.toContain('voltboard');
    expect(kept).toEqual(['utm_source']);
  }
  expect(withUtm('https://a.example/?%E0%A4%A=1', utm).kept).toEqual([]);
});

test("a creative's own parameter replaces the campaign's", () => {
  expect(writeUtm({})).toBe('');
  expect(readUtm('')).toEqual({});
  expect(utmOf(writeUtm(utm), writeUtm({ utm_source: 'lobby', utm_term: '' }))).toEqual({
    ...utm,
    utm_source: 'lobby',
  });
});
