import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { csvFile } from '../../lib/csv-file.ts';
import { useImportRuns } from '../../lib/import-runs.ts';
import { ImportButton } from '../../ui/import-button.tsx';
import { ImportDrawer } from '../../ui/import-drawer.tsx';
import classes from './network.module.css';
import { type FileKind, NETWORK, sendFile } from './network-api.ts';
import { tableActionsStrings as strings } from './network-strings.ts';

type TableActionsProps = {
  kind: FileKind;
  newLabel: string;
  onNew: () => void;
};

const IMPORT_TITLES: Readonly<Record<FileKind, string>> = {
  customers: strings.importCustomers,
  outlets: strings.importOutlets,
};

/** The actions for a whole table: import and a new row. */
export function TableActions({ kind, newLabel, onNew }: TableActionsProps) {
  const [isImporting, setIsImporting] = useState(false);
  const known = useImportRuns(kind, NETWORK);
  return (
    <>
      <ImportButton known={known} isOpen={isImporting} onOpen={() => setIsImporting(true)} />
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
