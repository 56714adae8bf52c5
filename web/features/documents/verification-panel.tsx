import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { DocumentRow } from '#contract/documents.ts';
import { formatCount } from '../../lib/formatters.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './documents.module.css';
import { downloadProof, type ProofFile } from './documents-api.ts';

const FILES: readonly { readonly file: ProofFile; readonly words: string }[] = [
  { file: 'csv', words: 'Events (CSV)' },
  { file: 'ndjson', words: 'Events (NDJSON)' },
];

/** The files of a final document that an outsider can verify, and the hashes that its PDF names. */
export function VerificationPanel({
  document: { id, ledger, lines_sha256: hash },
}: {
  document: Pick<DocumentRow, 'id' | 'ledger' | 'lines_sha256'>;
}) {
  const saving = useMutation({ mutationFn: (file: ProofFile) => downloadProof(id, file) });
  // Documents that became final before line files existed have none.
  const files = hash === null ? FILES : [...FILES, { file: 'lines' as const, words: 'Line file' }];
  return (
    <Panel title="Verification" context="Check this document without us: match its events with your own records">
      <dl className={classes.proofs}>
        {hash === null ? null : (
          <div>
            <dt>SHA-256 of the line file</dt>
            <dd>
              <Identifier value={hash} name="SHA-256 of the line file" />
            </dd>
          </div>
        )}
        {ledger === null ? null : (
          <div>
            <dt>Ledger head, entry {formatCount(ledger.seq)}</dt>
            <dd>
              <Identifier value={ledger.hash} name="ledger head" />
            </dd>
          </div>
        )}
      </dl>
      <div className={classes.files}>
        {files.map(({ file, words }) => (
          <Button
            key={file}
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} aria-hidden="true" />}
            loading={saving.isPending && saving.variables === file}
            onClick={() => saving.mutate(file)}
          >
            {words}
          </Button>
        ))}
      </div>
    </Panel>
  );
}
