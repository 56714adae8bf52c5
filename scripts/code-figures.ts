import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { sourceFiles, textOf } from './source-files.ts';

/** One import in a module: static, dynamic (`import()`), or of types only. */
export type Import = { readonly to: string; readonly kind: 'static' | 'dynamic' | 'type' };

/** The prefixes of imports such as `#domain/…`, and their folders. */
const ALIASES = Object.entries((JSON.parse(textOf('package.json')) as { imports: Record<string, string> }).imports).map(
  ([prefix, folder]) => [prefix.replace('*', ''), folder.replace('./', '').replace('*', '')] as const,
);

/** Returns the import graph of the repository's TypeScript modules. Paths are relative to the repository. */
export function importGraph(): ReadonlyMap<string, readonly Import[]> {
  const files = sourceFiles().filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'));
  return new Map(files.map((file) => [file, importsOf(file)]));
}

function importsOf(file: string): Import[] {
  const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, false);
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, kind: Import['kind']) => {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return;
    const to = resolve(file, specifier.text);
    if (to !== null) found.push({ to, kind });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isOnlyTypes(node) ? 'type' : 'static');
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly ? 'type' : 'static');
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, 'type');
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], 'dynamic');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isOnlyTypes({ importClause }: ts.ImportDeclaration): boolean {
  if (importClause === undefined) return false;
  if (importClause.isTypeOnly) return true;
  const { name, namedBindings } = importClause;
  if (name !== undefined || namedBindings === undefined || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly);
}

function resolve(from: string, specifier: string): string | null {
  const alias = ALIASES.find(([prefix]) => specifier.startsWith(prefix));
  const path =
    alias !== undefined
      ? `${alias[1]}${specifier.slice(alias[0].length)}`
      : specifier.startsWith('.')
        ? join(dirname(from), specifier)
        : null;
  return path !== null && /\.tsx?$/.test(path) && existsSync(path) ? path : null;
}

/** Whether a file is a test, or a helper that only tests import. */
export const isOfTests = (file: string): boolean => /\.(test|spec)\.tsx?$|\/testing\/|^(showcase\/)?e2e\//.test(file);

/**
 * Returns the modules that exactly one other module imports. Migrations form a list, and a module that is loaded on
 * demand is a separate chunk, so neither counts. Imports by tests do not count.
 */
export function singleImporterModules(graph: ReadonlyMap<string, readonly Import[]>): string[] {
  const importers = new Map<string, Map<string, Import['kind']>>();
  for (const [file, imports] of graph) {
    if (isOfTests(file)) continue;
    for (const { to, kind } of imports) {
      const known = importers.get(to) ?? new Map<string, Import['kind']>();
      importers.set(to, known.set(file, known.get(file) === 'dynamic' ? 'dynamic' : kind));
    }
  }
  return [...graph.keys()].filter((file) => {
    const [kind, ...others] = importers.get(file)?.values() ?? [];
    const isFragment = kind !== undefined && others.length === 0 && kind !== 'dynamic';
    return isFragment && !isOfTests(file) && !file.includes('/migrations/');
  });
}

/**
 * Returns the modules that a module loads, including itself. Type imports and modules loaded on demand are excluded.
 */
export function importClosure(graph: ReadonlyMap<string, readonly Import[]>, start: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const { to, kind } of graph.get(file) ?? []) if (kind === 'static') waiting.push(to);
  }
  return seen;
}

/** Returns the total number of lines in all files. */
export const linesOf = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + textOf(file).split('\n').length - 1, 0);
