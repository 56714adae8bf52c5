import { csvFile } from '../../lib/csv-file.ts';
import { ImportDrawer } from '../../ui/import-drawer.tsx';
import type { KnownRuns } from '../../ui/import-words.ts';
import { sendFile } from './users-api.ts';
import { usersImportStrings as strings } from './users-strings.ts';

/** Imports accounts from a file. Creates and changes them, but never deletes any. */
export function UsersImport({ known, onClose }: { known: KnownRuns; onClose: () => void }) {
  return (
    <ImportDrawer
      title={strings.importUsers}
      file={csvFile('users')}
      isOpen
      onClose={onClose}
      known={known}
      send={sendFile}
    />
  );
}
