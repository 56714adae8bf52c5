import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import json from 'highlight.js/lib/languages/json';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';

hljs.registerLanguage('bash', bash);
hljs.registerLanguage('json', json);
hljs.registerLanguage('tsx', typescript);
hljs.registerLanguage('html', xml);
// The tsx grammar uses the language `xml` for text in angle brackets.
hljs.registerLanguage('xml', xml);

export type CodeLanguage = 'bash' | 'json' | 'tsx' | 'html';

/** A piece of code. `kind` is its highlight.js class, empty for plain text. */
export type CodePiece = { readonly kind: string; readonly text: string };

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#x27;': "'",
};
const plain = (text: string): string =>
  text.replaceAll(/&(?:lt|gt|amp|quot|#x27);/g, (entity) => ENTITIES[entity] ?? '');

/**
 * Splits code into pieces with their highlight classes, so that no caller has to inject markup
 * (docs/threat-model.md#b6).
 */
export function highlightCode(code: string, language: CodeLanguage): CodePiece[] {
  const kinds: string[] = [];
  const pieces: CodePiece[] = [];
  for (const [tag, kind] of hljs
    .highlight(code, { language })
    .value.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    if (kind !== undefined) kinds.push(kind);
    else if (tag === '</span>') kinds.pop();
    else pieces.push({ kind: kinds.at(-1) ?? '', text: plain(tag) });
  }
  return pieces;
}
