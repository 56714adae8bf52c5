import { csvFile } from '../../lib/csv-file.ts';
import { ImportDrawer } from '../../ui/import-drawer.tsx';
import type { KnownRuns } from '../../ui/import-words.ts';
import { sendCampaigns } from './campaigns-api.ts';

type CampaignsImportProps = { known: KnownRuns; isOpen: boolean; onClose: () => void };

/** Imports campaigns and their flights from a file: creates and changes them, never deletes. */
export function CampaignsImport({ known, isOpen, onClose }: CampaignsImportProps) {
  return (
    <ImportDrawer
      title="Import campaigns"
      file={csvFile('campaigns')}
      isOpen={isOpen}
      onClose={onClose}
      known={known}
      send={sendCampaigns}
    />
  );
}
