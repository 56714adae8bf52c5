import { localName, type Migration, waiting } from './table-template.ts';

/**
 * An index of the granules that contain rows of an outlet. An id is looked up only among the rows of its outlet, under
 * any owner. The index takes a few bytes per granule, which contains some dozens of outlets.
 */
export const addOutletIndex: Migration = {
  name: '0012-outlet-index',
  statements: (rendering) => {
    const table = localName('events', rendering);
    return [
      `ALTER TABLE ${table} ADD INDEX IF NOT EXISTS rows_of_outlet device_id TYPE bloom_filter(0.001) GRANULARITY 1${waiting(rendering)}`,
      `ALTER TABLE ${table} MATERIALIZE INDEX rows_of_outlet`,
    ];
  },
};
