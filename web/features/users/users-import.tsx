import { csvFile } from '../../lib/csv-file.ts';
import { ImportDrawer } from '../../ui/import-drawer.tsx';
import type { KnownRuns } from '../../ui/import-words.ts';
import { sendFile } from './users-api.ts';

/** Imports accounts from a file. Creates and changes them, but never deletes any. */
export function UsersImport({ known, onClose }: { known: KnownRuns; onClose: () => void }) {
  return (
    <ImportDrawer title="Import users" file={csvFile('users')} isOpen onClose={onClose} known={known} send={sendFile} />
  );
}
