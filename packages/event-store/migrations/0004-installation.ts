import { type Migration, renderTable, type TableTemplate } from './table-template.ts';

/** The installation that the events belong to. The accounts store has the same ID. */
const INSTALLATION: TableTemplate = {
  name: 'installation',
  columns: `id String, made_at DateTime('UTC') DEFAULT now()`,
  engine: 'MergeTree',
  partitionBy: 'tuple()',
  orderBy: 'id',
  shardBy: 'cityHash64(id)',
};

export const createInstallation: Migration = {
  name: '0004-installation',
  statements: (rendering) => renderTable(INSTALLATION, rendering),
};
