import { IconFileTypePdf } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, memo, useState } from 'react';
import { interpolate } from '../../lib/interpolate.ts';
import { SpinnerMark } from '../../ui/spinner.tsx';
import { requestStatement, statementAddress } from './dashboard-api.ts';
import { printLinkStrings as strings } from './dashboard-strings.ts';
import { useDashboardView } from './dashboard-view.ts';
import classes from './print-link.module.css';

/** Opens a URL as a download, so that an error response does not leave the page. */
function download(address: string): void {
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = '';
  anchor.rel = 'noreferrer';
  anchor.click();
}

/**
 * The PDF link. The specification defines its URL; a click first requests a single-use ticket
 * (docs/threat-model.md#e1).
 */
export const PrintLink = memo(function PrintLink({ customerId, customer }: { customerId: string; customer: string }) {
  const { role, period, range } = useDashboardView();
  const days = period?.from && period.to ? { from: period.from, to: period.to } : null;
  const statement = { customerId, role, days, knownOn: range.parameters.known_on };
  const client = useQueryClient();
  const [isPending, setIsPending] = useState(false);
  const open = async (event: MouseEvent) => {
    event.preventDefault();
    if (isPending) return;
    setIsPending(true);
    // Works like `useMutation`, whose code would delay the first figures. The cache reports failures.
    const asked = client.getMutationCache().build(client, { mutationFn: () => requestStatement(statement) });
    await asked.execute(undefined).then(download, () => undefined);
    setIsPending(false);
  };
  return (
    <a
      className={classes.link}
      href={statementAddress(statement)}
      aria-label={interpolate(strings.download, { customer })}
      aria-busy={isPending || undefined}
      onClick={(event) => void open(event)}
    >
      {isPending ? <SpinnerMark size={16} /> : <IconFileTypePdf size={18} stroke={1.75} aria-hidden="true" />}
      {strings.pdf}
    </a>
  );
});
