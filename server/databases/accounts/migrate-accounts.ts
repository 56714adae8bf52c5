import { sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { type AccountsDb, isPostgres } from './accounts-db.ts';
import { networkAndAccounts } from './migrations/0001-network-and-accounts.ts';
import { catalogVersion } from './migrations/0002-catalog-version.ts';
import { networkVersion } from './migrations/0003-network-version.ts';
import { assignmentsApart } from './migrations/0004-assignments-apart.ts';
import { expiryIndexes } from './migrations/0005-expiry-indexes.ts';
import { mailAndTokens } from './migrations/0006-mail-and-tokens.ts';
import { accountProtection } from './migrations/0007-account-protection.ts';
import { usersAdministration } from './migrations/0008-users-administration.ts';
import { contactMessages } from './migrations/0009-contact-messages.ts';
import { keyExpiry } from './migrations/0010-key-expiry.ts';
import { auditChain } from './migrations/0011-audit-chain.ts';
import { sealNumbers } from './migrations/0012-seal-numbers.ts';
import { rawLosses } from './migrations/0013-raw-losses.ts';
import { systemNotices } from './migrations/0014-system-notices.ts';
import { flightPauses } from './migrations/0017-flight-pauses.ts';
import { flightSpend } from './migrations/0018-flight-spend.ts';
import { printDays } from './migrations/0019-print-days.ts';
import { attemptBudgets } from './migrations/0020-attempt-budgets.ts';
import { flightCodeLookUp } from './migrations/0023-flight-code-look-up.ts';
import { auditErasure } from './migrations/0024-audit-erasure.ts';
import { networkLabels } from './migrations/0026-network-labels.ts';
import { erasedVisitors } from './migrations/0028-erased-visitors.ts';
import { periodsApart } from './migrations/0030-periods-apart.ts';
import { eventChanges } from './migrations/0031-event-changes.ts';
import { jobTurns } from './migrations/0032-job-turns.ts';
import { archivedWeeks } from './migrations/0033-archived-weeks.ts';
import { importJobs } from './migrations/0035-import-jobs.ts';
import { campaignNames } from './migrations/0039-campaign-names.ts';
import { oneNetworkVersion } from './migrations/0042-one-network-version.ts';
import { customerFindKeys } from './migrations/0044-customer-find-keys.ts';
import { givenUpLosses } from './migrations/0046-given-up-losses.ts';
import { standing } from './migrations/0048-standing.ts';
import { apiTokens } from './migrations/0049-api-tokens.ts';
import { moneySendings } from './migrations/0050-money-sendings.ts';
import { runCampaigns } from './migrations/0051-run-campaigns.ts';
import { targetRules } from './migrations/0052-target-rules.ts';
import { creativeFiles } from './migrations/0053-creative-files.ts';
import { judgedLines } from './migrations/0054-judged-lines.ts';
import { sealedPayees } from './migrations/0055-sealed-payees.ts';
import { countedQuickly } from './migrations/0056-counted-quickly.ts';
import { playKeys } from './migrations/0057-play-keys.ts';
import { playLeases } from './migrations/0058-play-leases.ts';
import { pausedBy } from './migrations/0059-paused-by.ts';
import { trafficRules } from './migrations/0061-traffic-rules.ts';
import { objections } from './migrations/0062-objections.ts';
import { housePictures } from './migrations/0064-house-pictures.ts';
import { ledger } from './migrations/0070-ledger.ts';
import { documents } from './migrations/0071-documents.ts';
import { adjustedLines } from './migrations/0072-adjusted-lines.ts';
import { payments } from './migrations/0073-payments.ts';
import { payouts } from './migrations/0074-payouts.ts';
import { ownAdjustments } from './migrations/0075-own-adjustments.ts';
import { payees } from './migrations/0076-payees.ts';
import { outletCosts } from './migrations/0077-outlet-costs.ts';
import { letterheads } from './migrations/0078-letterheads.ts';
import { recipients } from './migrations/0079-recipients.ts';
import { savedReports } from './migrations/0080-saved-reports.ts';
import { reportMarks } from './migrations/0081-report-marks.ts';
import { outgoingTurns } from './migrations/0082-outgoing-turns.ts';
import { contactsAndFaults } from './migrations/0087-contacts-and-faults.ts';
import { alerts } from './migrations/0088-alerts.ts';
import { countedInSteps } from './migrations/0092-counted-in-steps.ts';
import { jobResults } from './migrations/0093-job-results.ts';
import { ledgerCountedOn } from './migrations/0094-ledger-counted-on.ts';
import { documentsOfCustomer } from './migrations/0095-documents-of-customer.ts';
import { ledgerGuarded } from './migrations/0096-ledger-guarded.ts';
import { auditGuarded } from './migrations/0097-audit-guarded.ts';
import { printKnown } from './migrations/0098-print-known.ts';
import { unsignedViews } from './migrations/0105-unsigned-views.ts';
import { outletSockets } from './migrations/0106-outlet-sockets.ts';
import { visitorSeconds } from './migrations/0107-visitor-seconds.ts';
import { arrivalHours } from './migrations/0108-arrival-hours.ts';
import { trafficPatterns } from './migrations/0110-traffic-patterns.ts';
import { ratedWatts } from './migrations/0115-rated-watts.ts';
import { meters } from './migrations/0116-meters.ts';
import { documentProofs } from './migrations/0117-document-proofs.ts';
import { implausibleArrivals } from './migrations/0118-implausible-arrivals.ts';
import { payerAccount } from './migrations/0120-payer-account.ts';
import { paper } from './migrations/0121-paper.ts';
import { refunds } from './migrations/0124-refunds.ts';
import { outletPlays } from './migrations/0128-outlet-plays.ts';
import { unsignedOnInvoices } from './migrations/0129-unsigned-on-invoices.ts';
import { openingHours } from './migrations/0130-opening-hours.ts';
import { findingProposals } from './migrations/0131-finding-proposals.ts';
import { meteredSince } from './migrations/0133-metered-since.ts';
import { sortedNames } from './migrations/0134-sorted-names.ts';
import { passkeys } from './migrations/0135-passkeys.ts';
import { emailDomains } from './migrations/0136-email-domains.ts';
import { tokenScopes } from './migrations/0137-token-scopes.ts';
import { payeeChanges } from './migrations/0138-payee-changes.ts';
import { tokenAddresses } from './migrations/0141-token-addresses.ts';
import { purposeKeys } from './migrations/0143-purpose-keys.ts';
import { auditStream } from './migrations/0144-audit-stream.ts';
import { runningInserts } from './migrations/0145-running-inserts.ts';
import { alertPlaces } from './migrations/0150-alert-places.ts';
import { notifications } from './migrations/0153-notifications.ts';
import { flightLabels } from './migrations/0158-flight-labels.ts';
import { archivedCampaigns } from './migrations/0159-archived-campaigns.ts';
import { creativeDelivery } from './migrations/0160-creative-delivery.ts';
import { archivedFlights } from './migrations/0161-archived-flights.ts';
import { networkSettings } from './migrations/0162-network-settings.ts';
import { renewNetworkTriggers } from './network-triggers.ts';
import { renewFindKeys } from './renew-find-keys.ts';

/** Returns whether this version knows all these migrations. */
export const knowsMigrations = (names: readonly string[]): boolean => names.every((name) => name in MIGRATIONS);

/**
 * All migrations, forward only and ordered by number. They are part of the bundle, so that no SQL folder has to be
 * shipped.
 */
const MIGRATIONS: Record<string, Migration> = {
  '0001-network-and-accounts': networkAndAccounts,
  '0002-catalog-version': catalogVersion,
  '0003-network-version': networkVersion,
  '0004-assignments-apart': assignmentsApart,
  '0005-expiry-indexes': expiryIndexes,
  '0006-mail-and-tokens': mailAndTokens,
  '0007-account-protection': accountProtection,
  '0008-users-administration': usersAdministration,
  '0009-contact-messages': contactMessages,
  '0010-key-expiry': keyExpiry,
  '0011-audit-chain': auditChain,
  '0012-seal-numbers': sealNumbers,
  '0013-raw-losses': rawLosses,
  '0014-system-notices': systemNotices,
  '0019-print-days': printDays,
  '0020-attempt-budgets': attemptBudgets,
  '0026-network-labels': networkLabels,
  '0017-flight-pauses': flightPauses,
  '0023-flight-code-look-up': flightCodeLookUp,
  '0018-flight-spend': flightSpend,
  '0024-audit-erasure': auditErasure,
  '0028-erased-visitors': erasedVisitors,
  '0030-periods-apart': periodsApart,
  '0031-event-changes': eventChanges,
  '0032-job-turns': jobTurns,
  '0033-archived-weeks': archivedWeeks,
  '0035-import-jobs': importJobs,
  '0039-campaign-names': campaignNames,
  '0044-customer-find-keys': customerFindKeys,
  '0046-given-up-losses': givenUpLosses,
  '0042-one-network-version': oneNetworkVersion,
  '0050-money-sendings': moneySendings,
  '0051-run-campaigns': runCampaigns,
  '0052-target-rules': targetRules,
  '0053-creative-files': creativeFiles,
  '0048-standing': standing,
  '0054-judged-lines': judgedLines,
  '0055-sealed-payees': sealedPayees,
  '0056-counted-quickly': countedQuickly,
  '0057-play-keys': playKeys,
  '0058-play-leases': playLeases,
  '0059-paused-by': pausedBy,
  '0061-traffic-rules': trafficRules,
  '0062-objections': objections,
  '0064-house-pictures': housePictures,
  '0049-api-tokens': apiTokens,
  '0070-ledger': ledger,
  '0071-documents': documents,
  '0072-adjusted-lines': adjustedLines,
  '0073-payments': payments,
  '0074-payouts': payouts,
  '0075-own-adjustments': ownAdjustments,
  '0076-payees': payees,
  '0077-outlet-costs': outletCosts,
  '0078-letterheads': letterheads,
  '0079-recipients': recipients,
  '0080-saved-reports': savedReports,
  '0081-report-marks': reportMarks,
  '0082-outgoing-turns': outgoingTurns,
  '0087-contacts-and-faults': contactsAndFaults,
  '0088-alerts': alerts,
  '0092-counted-in-steps': countedInSteps,
  '0093-job-results': jobResults,
  '0094-ledger-counted-on': ledgerCountedOn,
  '0095-documents-of-customer': documentsOfCustomer,
  '0096-ledger-guarded': ledgerGuarded,
  '0097-audit-guarded': auditGuarded,
  '0098-print-known': printKnown,
  '0105-unsigned-views': unsignedViews,
  '0106-outlet-sockets': outletSockets,
  '0107-visitor-seconds': visitorSeconds,
  '0108-arrival-hours': arrivalHours,
  '0110-traffic-patterns': trafficPatterns,
  '0115-rated-watts': ratedWatts,
  '0116-meters': meters,
  '0117-document-proofs': documentProofs,
  '0118-implausible-arrivals': implausibleArrivals,
  '0120-payer-account': payerAccount,
  '0121-paper': paper,
  '0124-refunds': refunds,
  '0128-outlet-plays': outletPlays,
  '0129-unsigned-on-invoices': unsignedOnInvoices,
  '0130-opening-hours': openingHours,
  '0131-finding-proposals': findingProposals,
  '0133-metered-since': meteredSince,
  '0134-sorted-names': sortedNames,
  '0135-passkeys': passkeys,
  '0136-email-domains': emailDomains,
  '0137-token-scopes': tokenScopes,
  '0138-payee-changes': payeeChanges,
  '0141-token-addresses': tokenAddresses,
  '0143-purpose-keys': purposeKeys,
  '0144-audit-stream': auditStream,
  '0145-running-inserts': runningInserts,
  '0150-alert-places': alertPlaces,
  '0153-notifications': notifications,
  '0158-flight-labels': flightLabels,
  '0159-archived-campaigns': archivedCampaigns,
  '0160-creative-delivery': creativeDelivery,
  '0161-archived-flights': archivedFlights,
  '0162-network-settings': networkSettings,
};

export const migrationNames = (): readonly string[] => Object.keys(MIGRATIONS);

/** Returns the names of the migrations before this one. */
export const knownBefore = (name: string): string[] => Object.keys(MIGRATIONS).filter((one) => one < name);

/** Removes the time limit that applies to requests, which is too short for changing a large table. */
const withTime = ({ up }: Migration): Migration => ({
  async up(db) {
    await sql`set local statement_timeout = 0`.execute(db);
    await up(db);
  },
});

const migrations = (isPostgres: boolean, only: readonly string[]): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(MIGRATIONS)
      .filter(([name]) => only.includes(name))
      .map(([name, one]) => [name, isPostgres ? withTime(one) : one]),
  );

/** Returns the names of the migrations that the store lacks, in order. Changes nothing. */
export async function pendingMigrations(db: AccountsDb): Promise<readonly string[]> {
  const schema = await schemaOf(db);
  const where = schema === null ? {} : { migrationTableSchema: schema };
  const provider: MigrationProvider = {
    getMigrations: async () => migrations(schema !== null, Object.keys(MIGRATIONS)),
  };
  const all = await new Migrator({ db, provider, allowUnorderedMigrations: true, ...where }).getMigrations();
  return all.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
}

/**
 * Maximum number of lock timeouts for which a process waits. If several processes start concurrently, one of them
 * migrates and the others wait.
 */
const MOST_TURNS = 60;

/**
 * Migrates the accounts store to the newest schema. Each migration runs in a transaction, so a kill leaves no migration
 * half-done. Also applies a migration with a lower number that was written later than an applied one. Throws if a newer
 * version has used the store. `only` is for a copy of a store that had just these migrations. A copy gets its network
 * triggers at the start, when it is complete.
 */
export async function migrateAccounts(db: AccountsDb, only?: readonly string[]): Promise<void> {
  const schema = await schemaOf(db);
  const where = schema === null ? {} : { migrationTableSchema: schema };
  const provider: MigrationProvider = {
    getMigrations: async () => migrations(schema !== null, only ?? Object.keys(MIGRATIONS)),
  };
  const attempt = async (): Promise<unknown> => {
    const { error } = await new Migrator({ db, provider, allowUnorderedMigrations: true, ...where }).migrateToLatest();
    if (error !== undefined || only !== undefined) return error;
    return renewNetworkTriggers(db).then(
      () => undefined,
      (reason: unknown) => reason,
    );
  };
  for (let turn = 1; ; turn += 1) {
    const error = await attempt();
    if (error === undefined) return only === undefined ? renewFindKeys(db) : undefined;
    const isLocked = (error as { readonly code?: unknown }).code === '55P03';
    if (!isLocked || turn === MOST_TURNS) throw error;
  }
}

/**
 * Returns the store's PostgreSQL schema, or null for SQLite. Without the schema, the migrator would treat tables in
 * other schemas as its own, and a second installation on one server would never start.
 */
async function schemaOf(db: AccountsDb): Promise<string | null> {
  if (!isPostgres(db)) return null;
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db);
  return rows[0]?.schema ?? null;
}
