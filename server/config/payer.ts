import { type AccountId, type BankId, readAccount, readBank } from '#domain/bank-account.ts';
import { ConfigError, refused } from './config-variables.ts';

/** The network's own account, which payouts are made from. */
export type Payer = { readonly name: string; readonly account: AccountId; readonly bank: BankId };

/** Null where it is not set. */
export function readPayer(values: {
  readonly PAYER_NAME?: string | undefined;
  readonly PAYER_ACCOUNT?: string | undefined;
  readonly PAYER_BANK?: string | undefined;
}): Payer | null {
  const { PAYER_NAME: name, PAYER_ACCOUNT: ofAccount, PAYER_BANK: ofBank } = values;
  if (name === undefined && ofAccount === undefined && ofBank === undefined) return null;
  if (name === undefined || ofAccount === undefined || ofBank === undefined)
    throw new ConfigError('PAYER_NAME, PAYER_ACCOUNT and PAYER_BANK are one account: set all three or none.');
  const [account, bank] = [readAccount(ofAccount), readBank(ofBank)];
  if (account === null) throw refused('PAYER_ACCOUNT', ofAccount);
  if (bank === null) throw refused('PAYER_BANK', ofBank);
  return { name, account, bank };
}
