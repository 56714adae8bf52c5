import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { formatPercent } from '../lib/formatters.ts';
import { interpolate } from '../lib/interpolate.ts';
import { endOf, type ImportRun, isUnderWay, type KnownRuns, tellImported } from './import-words.ts';
import { showToast } from './toast.ts';
import { importButtonStrings as strings } from './ui-strings.ts';

type ImportButtonProps = {
  known: KnownRuns;
  /** Whether the drawer is open. An open drawer reports the end of an import itself. */
  isOpen: boolean;
  onOpen: () => void;
};

/**
 * The button that opens the import drawer. While the drawer is closed, the button shows an import's progress, and a
 * toast when the import ends.
 */
export function ImportButton({ known: { runs }, isOpen, onOpen }: ImportButtonProps) {
  const seen = useRef<ReadonlySet<string>>(new Set());
  // An import has ended if it was running at the last poll and no longer is.
  useEffect(() => {
    const ended = runs.filter((run) => seen.current.has(run.id) && !isUnderWay(run));
    seen.current = new Set(runs.filter(isUnderWay).map(({ id }) => id));
    if (!isOpen) for (const run of ended) tellEnd(run);
  }, [runs, isOpen]);
  const open = runs.find(isUnderWay);
  return (
    <Button variant="default" leftSection={<IconUpload size={16} stroke={1.75} aria-hidden="true" />} onClick={onOpen}>
      {open === undefined ? strings.import : labelOf(open)}
    </Button>
  );
}

function labelOf({ status, lines_done: done, lines_total: total }: ImportRun): string {
  if (status === 'waiting') return strings.waiting;
  const share = total === 0 ? 0 : Math.floor((done / total) * 100);
  return interpolate(status === 'storing' ? strings.importingShare : strings.checkingShare, {
    percent: formatPercent(share),
  });
}

const TITLES: Readonly<Partial<Record<ImportRun['status'], string>>> = {
  refused: strings.refused,
  cancelled: strings.canceled,
  failed: strings.failed,
};

function tellEnd(run: ImportRun): void {
  const { id, file_name: fileName, status, result } = run;
  if (status === 'done') tellImported({ id, fileName, rows: result?.rows ?? 0 });
  else
    void showToast({
      kind: 'error',
      title: TITLES[status] ?? strings.import,
      message: endOf(run),
      key: `import-${id}`,
    });
}
