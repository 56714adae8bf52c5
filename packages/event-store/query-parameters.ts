import type { SqlValue } from './events-db.ts';

/**
 * Renders values as `param_name = '…'` for SET, to be bound by `{name:Type}`. There are two layers: the text that
 * ClickHouse reads a parameter from, and the SQL literal around it. In the literal every character except letters,
 * digits and a few marks is written as `\xHH`. The parser thus never meets a quote or backslash of a value.
 */
export const renderParameters = (params: Readonly<Record<string, SqlValue>>): string =>
  Object.entries(params)
    .map(([name, value]) => {
      if (!/^\w+$/.test(name)) throw new RangeError('a parameter is named by letters and digits');
      return `param_${name} = ${literal(parameterText(value))}`;
    })
    .join(', ');

function parameterText(value: SqlValue): string {
  if (typeof value === 'string') return value.replace(CONTROLS, (character) => CONTROL_NAMES[character] ?? character);
  if (typeof value !== 'object') return numberText(value);
  return `[${value.map((item) => (typeof item === 'string' ? quoted(item) : numberText(item))).join(',')}]`;
}

function numberText(value: number | bigint | boolean): string {
  if (
    typeof value === 'number' &&
    !(Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value)))
  ) {
    throw new RangeError('a number beyond 2^53 would lose digits: pass a bigint');
  }
  return String(value);
}

/** ClickHouse reads a single value as tab-separated text, where these characters have escape names. */
const CONTROLS = /[\\\0\b\f\n\r\t]/g;
const CONTROL_NAMES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

const literal = (text: string): string => `'${text.replace(/[^\w ,.:[\]+-]/gu, hexBytes)}'`;

const hexBytes = (character: string): string =>
  [...Buffer.from(character, 'utf8')].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
