import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { Plugin } from 'vite';

const IMPORT = /import \{([^}]+)\} from '([^']+-strings\.ts)';/g;
const PART = /-strings\.ts\?part=(\w+)$/;

type Texts = ReadonlyMap<string, string>;

/** Returns the plain texts of a module, by exported object and key. */
function textsOf(file: string): ReadonlyMap<string, Texts> {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = new Map<string, Texts>();
  for (const statement of source.statements)
    if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        found.set(name.getText(), plainTexts(initializer));
  return found;
}

function plainTexts(value: ts.Expression | undefined): Texts {
  const object = value !== undefined && ts.isAsExpression(value) ? value.expression : value;
  const texts = new Map<string, string>();
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return texts;
  for (const property of object.properties)
    if (ts.isPropertyAssignment(property) && ts.isStringLiteralLike(property.initializer))
      texts.set(property.name.getText(), property.initializer.text);
  return texts;
}

/**
 * Puts each text where it is used. A feature keeps its texts in one module, which would otherwise be one part of the
 * build: the first screen would load the texts of all others, and their keys.
 */
export function splitTexts(): Plugin {
  const modules = new Map<string, ReturnType<typeof textsOf>>();
  const read = (file: string) => {
    const known = modules.get(file) ?? textsOf(file);
    modules.set(file, known);
    return known;
  };
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
        const texts = read(join(dirname(id), from)).get(exported);
        rest = rest.replace(new RegExp(`\\b${alias}\\.(\\w+)\\b`, 'g'), (all, key: string) => {
          const text = texts?.get(key);
          return text === undefined ? all : JSON.stringify(text);
        });
        const isUsed = new RegExp(`\\b${alias}\\b`).test(rest);
        return isUsed ? [`import { ${name} } from '${from}?part=${exported}';`] : [];
      });
      return { code: `${kept.join(' ')}\n${rest}`, map: null };
    },
  };
}
