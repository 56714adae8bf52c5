import { ImportDrawer } from '../../ui/import-drawer.tsx';
import type { KnownRuns } from '../../ui/import-runs.tsx';
import { sendCampaigns } from './campaigns-api.ts';

const EXAMPLE = [
  'advertiser,campaign,flight,starts,ends,budget,model,price,targets',
  'Cascade Bottling,Cold brew spring,CASC-SPRING-1,2027-03-01,2027-05-31,18000,cpm,14.50,',
  'Cascade Bottling,Cold brew spring,CASC-SPRING-2,2027-03-01,2027-05-31,4000,cpb,0.035,Pier House Hotels > Pier House Boston',
].join('\r\n');

type CampaignsImportProps = { known: KnownRuns; isOpen: boolean; onClose: () => void };

/** Campaigns and their flights from a file: created and changed, never deleted. */
export function CampaignsImport({ known, isOpen, onClose }: CampaignsImportProps) {
  return (
    <ImportDrawer
      title="Import campaigns"
      example={{ fileName: 'campaigns-example.csv', text: EXAMPLE }}
      help={
        <>
          <p>
            One flight a line. The first line names the columns:{' '}
            <code>advertiser, campaign, flight, starts, ends, budget, model, price</code>; if wanted{' '}
            <code>targets</code>. Comma, semicolon or tab, UTF-8.
          </p>
          <p>
            A flight is known by its code, its campaign by advertiser and name: one that does not exist is made, the
            advertiser has to exist. model is cpm, cpc, cpb or flat; targets are EUIs and{' '}
            <code>Customer &gt; Venue</code>, separated by |, or everywhere. The same file again changes nothing.
          </p>
        </>
      }
      isOpen={isOpen}
      onClose={onClose}
      known={known}
      send={sendCampaigns}
    />
  );
}
