// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { cleanBody, textOfBody } from './clean-body.ts';

function markupOf(html: string): string {
  const place = document.createElement('div');
  place.append(cleanBody(html).fragment);
  return place.innerHTML;
}

describe('a hostile body', () => {
  test.each([
    ['a script', '<p>Hi</p><script>alert(1)</script>', '<p>Hi</p>'],
    ['a handler', '<p onclick="alert(1)" onmouseover=alert(2)>Hi</p>', '<p>Hi</p>'],
    ['a picture with onerror', '<img src=x onerror=alert(1)>', '[picture not loaded]'],
    ['a drawing that runs', '<svg onload=alert(1)><circle r=1></circle></svg>', ''],
    ['markup that changes its meaning', '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>', ''],
    ['a frame', '<iframe srcdoc="<script>alert(1)</script>"></iframe>Hi', 'Hi'],
    ['an embedded thing', '<object data="x.swf"></object><embed src="x.swf">Hi', 'Hi'],
    [
      'a base and a refresh',
      '<base href="https://evil.example/"><meta http-equiv=refresh content="0;url=//evil.example">Hi',
      'Hi',
    ],
    ['a style sheet', '<style>body{display:none}</style><link rel=stylesheet href="//evil.example/x.css">Hi', 'Hi'],
    ['a login form', '<form action="https://evil.example"><input name=password><button>Go</button></form>', 'Go'],
    [
      'an overlay',
      '<div style="position:fixed;inset:0;background:url(https://evil.example/a.png)" class="mantine-Modal-root" id="main">Hi</div>',
      '<div>Hi</div>',
    ],
    ['names that shadow the page', '<a name="cookie" id="cookie">Hi</a>', 'Hi'],
    [
      'a table with a background',
      '<table background="https://evil.example/a.png"><tr><td>Hi</td></tr></table>',
      '<table><tbody><tr><td>Hi</td></tr></tbody></table>',
    ],
  ])('loses %s', (_, html, expected) => {
    expect(markupOf(html)).toBe(expected);
  });

  test.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://x.example/1',
    'file:///etc/passwd',
    '/api/auth/logout',
    '#main',
  ])('keeps only the text of a link to %s', (href) => {
    expect(markupOf(`<a href="${href}">Click</a>`)).toBe('Click');
  });

  test.each([
    '<img src="https://evil.example/a.gif">',
    '<img src="//evil.example/a.gif" srcset="https://evil.example/b.gif 2x">',
    '<img src="/api/auth/logout">',
    '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
    '<picture><source srcset="https://evil.example/a.webp"><img src="https://evil.example/a.gif"></picture>',
  ])('never loads %s', (html) => {
    expect(cleanBody(html).withheldPictures).toBe(1);
    expect(markupOf(html)).toBe('[picture not loaded]');
  });

  test.each([
    '<video src="https://evil.example/a.mp4" poster="//evil.example/a.png"></video>',
    '<audio autoplay src="//evil.example/a"></audio>',
    '<input type=image src="//evil.example/a.png">',
  ])('loads nothing else: %s', (html) => {
    expect(markupOf(html)).toBe('');
  });
});

test('keeps a picture that came with the message, and counts the others', () => {
  const carried = '<img src="data:image/png;base64,iVBORw0KGgo=" alt="A dot">';
  expect(markupOf(carried)).toBe(carried);
  expect(cleanBody(`${carried}<img alt="Logo" src="http://evil.example/a">`).withheldPictures).toBe(1);
  expect(markupOf('<img alt="Logo" src="http://evil.example/a">')).toBe('[picture not loaded: Logo]');
});

test('links open a tab without a reference to this one, and show their target if their text lies', () => {
  const link = (href: string, text: string) => markupOf(`<a href="${href}" target="_top" rel="opener">${text}</a>`);
  const safe = 'target="_blank" rel="noopener noreferrer nofollow"';
  expect(link('https://example.com/a', 'Read on')).toBe(`<a href="https://example.com/a" ${safe}>Read on</a>`);
  expect(link('https://example.com/', 'www.example.com')).toBe(
    `<a href="https://example.com/" ${safe}>www.example.com</a>`,
  );
  expect(link('https://evil.example/', 'https://example.com')).toContain(
    'https://example.com (leads to evil.example)</a>',
  );
  expect(link('mailto:ada@example.com', 'ada@example.com')).toContain('>ada@example.com</a>');
  expect(link('https://example.com/', '')).toContain('>example.com</a>');
});

test('headings start below those of the page, in the order of the letter', () => {
  expect(markupOf('<h1>A</h1><h3>B</h3>')).toBe('<h3>A</h3><h4>B</h4>');
});

test('extracts the words of a body, for the search', () => {
  expect(textOfBody('<h2>One</h2><p>two<br>three</p><ul><li>four</li></ul><script>five</script>')).toBe(
    'One two three four',
  );
});
