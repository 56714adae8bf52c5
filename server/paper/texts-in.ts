/** Yields all texts in a nested value: of a document, its lines and its letterhead. Skips numbers and bytes. */
export function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value))
    for (const part of Array.isArray(value) ? value : Object.values(value)) yield* textsIn(part);
}
