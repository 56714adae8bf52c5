import type { Plugin } from 'vite';

type Node = { readonly type: string; readonly start: number; readonly end: number };
type Edit = { readonly at: number; readonly until: number; readonly text: string };

/**
 * The parts of an endpoint that only the server and the API description read. A browser only needs to know how to call
 * the endpoint.
 */
const OF_THE_SERVER = ['schema', 'documented', 'summary', 'allowed', 'tokenScope', 'stepUp'];
const PARTS_OF_SCHEMA = ['params', 'querystring', 'body', 'response'];
const CONTRACT = /[\\/]contract[\\/][^\\/]+\.ts$/;

/** The replacement for the schema library: code that still creates a schema creates almost nothing. */
const NO_SCHEMAS = `const none = () => ({});
const same = (schema) => schema;
const record = (properties) => ({ properties });
export { record as Object, same as Partial, same as Optional };
export { none as Array, none as Boolean, none as Enum, none as Integer, none as Intersect, none as Literal, none as Null };
export { none as Number, none as Record, none as String, none as Tuple, none as Union, none as Unknown, none as Unsafe };`;
const NO_SCHEMAS_ID = '\0no-schemas';

/** The name of the metric registry, which the contract reads only for schemas, and its replacement. */
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

/** Whether the property is an endpoint's schema, rather than some other property of that name. */
function isSchema(property: Node): boolean {
  const { value } = property as { value?: unknown };
  if (keyOf(property) !== 'schema' || !isNode(value) || value.type !== 'ObjectExpression') return false;
  return propertiesOf(value).every((part) => PARTS_OF_SCHEMA.includes(keyOf(part)));
}

/** Returns the parts of an endpoint to remove; empty for any other object. */
function serverParts(node: Node): Node[] {
  const properties = propertiesOf(node);
  return properties.some(isSchema) ? properties.filter((property) => OF_THE_SERVER.includes(keyOf(property))) : [];
}

/** Whether the expression reads a property. A bundler assumes that such a read may have side effects. */
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

/**
 * Removes from a contract file the parts that only the server reads. Marks the remaining code as free of side effects,
 * so that the bundler can drop unused parts.
 */
export function forBrowsers(code: string, program: unknown): string {
  if (!isNode(program)) return code;
  // If several edits are at one position, apply the inner edit first, so that it ends up further right.
  const edits = editsOf(program, code).reverse();
  edits.sort((one, other) => other.at - one.at);
  return edits.reduce((text, { at, until, text: put }) => text.slice(0, at) + put + text.slice(until), code);
}

/**
 * Removes endpoint schemas and the schema library from the built web client. The client does not need them, because the
 * server validates. Schemas were a tenth of the code for the first screens.
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
