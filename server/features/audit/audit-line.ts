import type { AuditLine } from '#contract/audit.ts';
import type { AuditRow } from './audit-queries.ts';

/** A stored value as text; objects in JSON. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const isChange = (value: unknown): value is { before: unknown; after: unknown } =>
  typeof value === 'object' && value !== null && 'before' in value && 'after' in value;

/**
 * Entries of earlier versions contain `sessionsEnded`. They stay as they were hashed; only their presentation changes.
 */
const nameOf = (stored: string): string => stored.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** An entry as administrators read it: the changes and the other details. */
export function auditLine({ seq, at, actor, action, subject, ip, detail, hash }: AuditRow): AuditLine {
  const stored = Object.entries(JSON.parse(detail) as Record<string, unknown>);
  const entries = stored.map(([name, value]) => [nameOf(name), value] as const);
  return {
    seq,
    actor,
    action,
    subject,
    ip,
    hash,
    at: new Date(at).toISOString(),
    changes: entries.flatMap(([field, value]) =>
      isChange(value) ? [{ field, before: textOf(value.before), after: textOf(value.after) }] : [],
    ),
    facts: entries.flatMap(([name, value]) => (isChange(value) ? [] : [{ name, value: textOf(value) }])),
  };
}
