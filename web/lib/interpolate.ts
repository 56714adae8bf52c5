import { createElement, Fragment, type ReactNode } from 'react';

/** The names between braces in a text: `'by' | 'at'` for "By {by}, {at}". */
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

const PLACEHOLDER = /\{(\w+)\}/;

/**
 * Fills the placeholders of a text with values. A missing or unknown name is a type error. Returns a string if all
 * values are strings or numbers; otherwise a node, so that a sentence can contain links and times.
 */
export function interpolate<const Text extends string>(
  text: Text,
  values: Readonly<Record<Placeholders<Text>, string | number>>,
): string;
export function interpolate<const Text extends string>(
  text: Text,
  values: Readonly<Record<Placeholders<Text>, ReactNode>>,
): ReactNode;
export function interpolate(text: string, values: Readonly<Record<string, ReactNode>>): ReactNode {
  // A split by a pattern with one group alternates between literal text and names.
  const parts = text.split(PLACEHOLDER).map((part, index) => (index % 2 === 0 ? part : values[part]));
  const isText = parts.every((part) => typeof part === 'string' || typeof part === 'number');
  if (isText) return parts.join('');
  // Keys by position: the parts of a text never change their order.
  return parts.map((part, index) => createElement(Fragment, { key: String(index) }, part));
}
