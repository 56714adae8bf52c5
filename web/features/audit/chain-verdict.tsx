import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import type { AuditVerdict } from '#contract/audit.ts';
import { formatCounted } from '../../lib/formatters.ts';
import { Identifier } from '../../ui/identifier.tsx';
import classes from './audit.module.css';

/** Reports whether the audit log is unchanged, and lists the entries that are changed or missing. */
export function ChainVerdict({ verdict: { entries, last, faults } }: { verdict: AuditVerdict }) {
  if (faults.length > 0)
    return (
      <div className={`${classes.verdict} ${classes.broken}`}>
        <IconShieldX size={20} stroke={1.75} aria-hidden="true" />
        <div>
          <strong>The audit log was tampered with.</strong>
          <ul>
            {faults.map(({ kind, from, to }) => (
              <li key={`${kind} ${from}`}>
                {from === to ? `Entry ${from}` : `Entries ${from} to ${to}`} {from === to ? 'is' : 'are'}{' '}
                {kind === 'changed' ? 'changed' : 'missing'}.
              </li>
            ))}
          </ul>
        </div>
      </div>
    );
  return (
    <div className={classes.verdict}>
      <IconShieldCheck size={20} stroke={1.75} aria-hidden="true" />
      <div>
        <strong>{formatCounted(entries, 'entry', 'entries')} checked: none changed, none missing.</strong>
        {last.hash === '' ? null : (
          <p>
            Last hash <Identifier value={last.hash} name="hash" />. Noted elsewhere, it proves later that nothing up to
            entry {last.seq} was rewritten.
          </p>
        )}
      </div>
    </div>
  );
}
