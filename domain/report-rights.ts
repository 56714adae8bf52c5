import type { ReportDimension, ReportFilter, ReportMetric } from '#contract/reports.ts';
import type { Perspective } from './role.ts';

/**
 * What of a report a side does not have, because its lists do not tell it either: an owner learns who the sponsors are, not their
 * campaigns; energy and uptime are the owner's and the network's business.
 */
const WITHOUT: Readonly<Record<Perspective, readonly (ReportDimension | ReportFilter | ReportMetric)[]>> = {
  admin: [],
  property: ['campaign', 'flight'],
  advertiser: ['energy_kwh', 'energy_cost', 'left_after_energy', 'uptime'],
};

export const mayReport = (perspective: Perspective, word: ReportDimension | ReportFilter | ReportMetric): boolean =>
  !WITHOUT[perspective].includes(word);
