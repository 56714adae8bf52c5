import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { sourceFiles, textOf } from './source-files.ts';

/** One import of a module: static, dynamic (`import()`), or of types only. */
export type Import = { readonly to: string; readonly kind: 'static' | 'dynamic' | 'type' };

const ALIASES: readonly (readonly [string, string])[] = [
  ['#contract/', 'contract/'],
  ['#domain/', 'domain/'],
];

/** The import graph of the repository's own TypeScript modules. Paths are relative to the repository. */
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
