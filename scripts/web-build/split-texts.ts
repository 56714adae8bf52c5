import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { Plugin } from 'vite';

const IMPORT = /import \{([^}]+)\} from '([^']+-strings\.ts)';/g;
const PART = /-strings\.ts\?part=(\w+)$/;

/** Returns the plain texts of an exported object, by key. */
function textsOf(file: string, exported: string): ReadonlyMap<string, string> {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const texts = new Map<string, string>();
  const read = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === exported) ts.forEachChild(node, readObject);
    else ts.forEachChild(node, read);
  };
  const readObject = (node: ts.Node): void => {
    if (ts.isAsExpression(node)) readObject(node.expression);
    if (ts.isObjectLiteralExpression(node))
      for (const property of node.properties)
        if (ts.isPropertyAssignment(property) && ts.isStringLiteralLike(property.initializer))
          texts.set(property.name.getText(), property.initializer.text);
  };
  read(source);
  return texts;
}

/**
 * Puts each text where it is used. A feature keeps its texts in one module, which would otherwise be one part of the
 * build: the first screen would load the texts of all others, and their keys.
 */
export function splitTexts(): Plugin {
  return {
    name: 'split-texts',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const [, part] = PART.exec(id) ?? [];
      if (part === undefined) return null;
      const source = readFileSync(id.slice(0, id.indexOf('?')), 'utf8');
      // The build drops constants that are neither exported nor used.
      return source.replace(/export const (\w+)/g, (all, name: string) => (name === part ? all : `const ${name}`));
    },
    transform(code, id) {
      if (!/\.tsx?$/.test(id) || !code.includes('-strings.ts')) return null;
      const imports: string[] = [];
      let rest = code.replace(IMPORT, (_, names: string, from: string) => {
        imports.push(...names.split(',').flatMap((name) => (name.trim() === '' ? [] : [`${name.trim()}|${from}`])));
        return '';
      });
      const kept = imports.flatMap((entry) => {
        const [name = '', from = ''] = entry.split('|');
        const [exported = '', alias = exported] = name.split(' as ');
        const texts = textsOf(join(dirname(id), from), exported);
        rest = rest.replace(new RegExp(`\\b${alias}\\.(\\w+)\\b`, 'g'), (all, key: string) => {
          const text = texts.get(key);
          return text === undefined ? all : JSON.stringify(text);
        });
        const isUsed = new RegExp(`\\b${alias}\\b`).test(rest);
        return isUsed ? [`import { ${name} } from '${from}?part=${exported}';`] : [];
      });
      return { code: `${kept.join(' ')}\n${rest}`, map: null };
    },
  };
}
