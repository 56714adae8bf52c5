import { Button } from '@mantine/core';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { csvFile } from '../../lib/csv-file.ts';
import { useImportRuns } from '../../lib/import-runs.ts';
import type { TableSearch } from '../../lib/table-search.ts';
import { ImportButton } from '../../ui/import-button.tsx';
import { ImportDrawer } from '../../ui/import-drawer.tsx';
import classes from './network.module.css';
import { exportFile, type FileKind, NETWORK, sendFile } from './network-api.ts';
import { tableActionsStrings as strings } from './network-strings.ts';

type TableActionsProps = {
  kind: FileKind;
  search: TableSearch;
  newLabel: string;
  onNew: () => void;
};

const IMPORT_TITLES: Readonly<Record<FileKind, string>> = {
  customers: strings.importCustomers,
  outlets: strings.importOutlets,
};

/** The actions for a whole table: import, export and a new row. */
export function TableActions({ kind, search, newLabel, onNew }: TableActionsProps) {
  const [isImporting, setIsImporting] = useState(false);
  const known = useImportRuns(kind, NETWORK);
  const exporting = useMutation({ mutationFn: () => exportFile(kind, search) });
  return (
    <>
      <ImportButton known={known} isOpen={isImporting} onOpen={() => setIsImporting(true)} />
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        loading={exporting.isPending}
        onClick={() => exporting.mutate()}
      >
        {strings.export}
      </Button>
      <Button className={classes.primary ?? ''} leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={onNew}>
        {newLabel}
      </Button>
      <ImportDrawer
        title={IMPORT_TITLES[kind]}
        isOpen={isImporting}
        onClose={() => setIsImporting(false)}
        file={csvFile(kind)}
        known={known}
        send={(file, options) => sendFile(kind, file, options)}
      />
    </>
  );
}
