const MOST_CHARACTERS = 300;

const looksLikeMarkup = (text: string): boolean => /^\s*<|<\/?[a-z!][^>]*>/i.test(text);

/**
 * Returns text that may be shown, or null if it is empty or markup such as a proxy's page (docs/threat-model.md#j2).
 */
function showable(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const trimmed = text.trim();
  if (trimmed === '' || looksLikeMarkup(trimmed)) return null;
  return trimmed.slice(0, MOST_CHARACTERS);
}

function messageInBody(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('error' in body)) return null;
  const { error } = body;
  return typeof error === 'object' && error !== null && 'message' in error ? error.message : null;
}

/**
 * The message for the reader (docs/specification.md#errors): `error.message` of the body, else the body as text, else
 * the error's own message, else 'Error'.
 */
export function failureMessage(body: unknown, ownMessage?: string): string {
  // A proxy's page says nothing about the reader's action.
  if (typeof body === 'string' && looksLikeMarkup(body)) return 'Error';
  return showable(messageInBody(body)) ?? showable(asText(body)) ?? showable(ownMessage) ?? 'Error';
}

/** The body as text; null for an empty object. */
function asText(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return Object.keys(body).length > 0 ? JSON.stringify(body) : null;
}

/** Validation messages by field name, if the body has any. */
export function failureFields(body: unknown): Readonly<Record<string, string>> {
  if (typeof body !== 'object' || body === null || !('error' in body)) return {};
  const { error } = body;
  const fields = typeof error === 'object' && error !== null && 'fields' in error ? error.fields : null;
  if (typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, text]) => {
      const message = showable(text);
      return message === null ? [] : [[name, message]];
    }),
  );
}

function textInError(body: unknown, name: 'id' | 'code'): string | null {
  if (typeof body !== 'object' || body === null || !('error' in body)) return null;
  const { error } = body;
  const text = typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : null;
  return typeof text === 'string' ? text.slice(0, 100) : null;
}

/** The reference under which the server logged the failure; null without one. */
export const failureId = (body: unknown): string | null => textInError(body, 'id');

/** The code of a failure that the client handles automatically; null without one. */
export const failureCode = (body: unknown): string | null => textInError(body, 'code');
