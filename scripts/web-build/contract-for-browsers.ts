import type { Plugin } from 'vite';

type Node = { readonly type: string; readonly start: number; readonly end: number };
type Edit = { readonly at: number; readonly until: number; readonly text: string };

/** What a browser reads of an endpoint is how to call it: the rest is for the server and its description. */
const OF_THE_SERVER = ['schema', 'documented', 'summary', 'allowed', 'tokenScope', 'stepUp'];
const PARTS_OF_SCHEMA = ['params', 'querystring', 'body', 'response'];
const CONTRACT = /[\\/]contract[\\/][^\\/]+\.ts$/;

/** Stands for the library of the schemas: whatever still makes one makes next to nothing. */
const NO_SCHEMAS = `const none = () => ({});
const same = (schema) => schema;
const record = (properties) => ({ properties });
export { record as Object, same as Partial, same as Optional };
export { none as Array, none as Boolean, none as Enum, none as Integer, none as Intersect, none as Literal, none as Null };
export { none as Number, none as Record, none as String, none as Tuple, none as Union, none as Unknown, none as Unsafe };`;
const NO_SCHEMAS_ID = '\0no-schemas';

/** Stands for the registry of metrics, which the contract reads for schemas only. */
const REGISTRY = '#domain/report-metrics.ts';
const NO_METRICS = 'export const REPORT_METRICS = [];';
const NO_METRICS_ID = '\0no-metrics';

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const childrenOf = (node: Node): Node[] => (Object.values(node) as unknown[]).flat().filter(isNode);
const isFunction = ({ type }: Node): boolean => /Function/.test(type);

function keyOf(property: Node): string {
  const { key } = property as { key?: { name?: string; value?: unknown } };
  return property.type === 'Property' ? (key?.name ?? String(key?.value)) : '';
}
const propertiesOf = (node: Node): Node[] =>
  node.type === 'ObjectExpression' ? (node as unknown as { properties: Node[] }).properties : [];

/** The schema of an endpoint, and no other part that happens to be called so. */
function isSchema(property: Node): boolean {
  const { value } = property as { value?: unknown };
  if (keyOf(property) !== 'schema' || !isNode(value) || value.type !== 'ObjectExpression') return false;
  return propertiesOf(value).every((part) => PARTS_OF_SCHEMA.includes(keyOf(part)));
}

/** The parts of an endpoint that go; none of any other object. */
function serverParts(node: Node): Node[] {
  const properties = propertiesOf(node);
  return properties.some(isSchema) ? properties.filter((property) => OF_THE_SERVER.includes(keyOf(property))) : [];
}

/** Reading a property could do something, as far as a bundler knows. */
function readsParts(node: Node): boolean {
  if (isFunction(node)) return false;
  const gone = serverParts(node);
  return (
    /^(Spread|MemberExpr)/.test(node.type) ||
    childrenOf(node).some((child) => !gone.includes(child) && readsParts(child))
  );
}

function editsOf(node: Node, code: string, isCalledLater = false): Edit[] {
  const gone = serverParts(node);
  const edits = gone.map(({ start, end }): Edit => {
    const [comma = ''] = /^\s*,/.exec(code.slice(end)) ?? [];
    return { at: start, until: end + comma.length, text: '' };
  });
  if (!isCalledLater && /^(Call|New)Expression$/.test(node.type))
    edits.push({ at: node.start, until: node.start, text: '/*@__PURE__*/ ' });
  const { init } = node as { init?: unknown };
  if (!isCalledLater && node.type === 'VariableDeclarator' && isNode(init) && readsParts(init))
    edits.push(
      { at: init.start, until: init.start, text: '/*@__PURE__*/ (() => (' },
      { at: init.end, until: init.end, text: '))()' },
    );
  const inside = childrenOf(node).filter((child) => !gone.includes(child));
  return [...edits, ...inside.flatMap((child) => editsOf(child, code, isCalledLater || isFunction(node)))];
}

/** A file of the contract without what only the server reads; whatever nobody uses then can be left out, as nothing happens in it. */
export function forBrowsers(code: string, program: unknown): string {
  if (!isNode(program)) return code;
  // Of several at one place the inner one is put first: it ends up further right.
  const edits = editsOf(program, code).reverse();
  edits.sort((one, other) => other.at - one.at);
  return edits.reduce((text, { at, until, text: put }) => text.slice(0, at) + put + text.slice(until), code);
}

/**
 * Leaves the schemas of the endpoints, and with them the library that makes them, out of the built web client: it asks the
 * server, which checks. A tenth of what the first screens loaded was never read by anybody.
 */
export function contractForBrowsers(): Plugin {
  return {
    name: 'contract-for-browsers',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id, importer) => {
      if (!CONTRACT.test(importer ?? '')) return null;
      return id === 'typebox' ? NO_SCHEMAS_ID : id === REGISTRY ? NO_METRICS_ID : null;
    },
    load: (id) => (id === NO_SCHEMAS_ID ? NO_SCHEMAS : id === NO_METRICS_ID ? NO_METRICS : null),
    transform: {
      filter: { id: CONTRACT },
      handler(code) {
        return { code: forBrowsers(code, this.parse(code, { lang: 'ts' })), map: null, moduleSideEffects: false };
      },
    },
  };
}
