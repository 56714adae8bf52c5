import { ImportDrawer } from '../../ui/import-drawer.tsx';
import type { KnownRuns } from '../../ui/import-runs.tsx';
import { sendFile } from './users-api.ts';

const EXAMPLE = {
  fileName: 'users-example.csv',
  text: [
    'email,first_name,last_name,phone,role,customer,invite',
    'maria@example.com,Maria,Stone,+1 617 555 0100,property,Pier House Hotels,yes',
    'jon@example.com,Jon,Berg,,unassigned,,no',
  ].join('\r\n'),
};

/** Accounts from a file: created and changed, never deleted. */
export function UsersImport({ known, onClose }: { known: KnownRuns; onClose: () => void }) {
  return (
    <ImportDrawer
      title="Import users"
      example={EXAMPLE}
      help={
        <>
          <p>
            The first line names the columns: <code>email</code> and, if wanted, <code>first_name</code>,{' '}
            <code>last_name</code>, <code>phone</code>, <code>role</code> (property, advertiser, admin or unassigned),{' '}
            <code>customer</code> (its exact name), <code>disabled</code> and <code>invite</code> (yes or no).
          </p>
          <p>
            Accounts are known by their address. An empty cell leaves what is stored, a line that was imported before
            changes nothing, and nothing is deleted. An exported file can be changed and imported.
          </p>
        </>
      }
      isOpen
      onClose={onClose}
      known={known}
      send={sendFile}
    />
  );
}
