import { useQueryClient } from '@tanstack/react-query';
import { ImportDrawer } from '../../ui/import-drawer.tsx';
import { NETWORK, sendFile } from './api.ts';
import { FileHelp } from './file-help.tsx';

/** Campaigns with their flights, budgets and prices out of a file. */
export function CampaignImport({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <ImportDrawer
      title="Import campaigns"
      isOpen={isOpen}
      onClose={onClose}
      help={<FileHelp kind="campaigns" />}
      send={(file, options) => sendFile('campaigns', file, options)}
      onImported={() => void client.invalidateQueries({ queryKey: NETWORK })}
    />
  );
}
