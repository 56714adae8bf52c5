import { type AccountId, type BankId, readAccount, readBank } from '#domain/bank-account.ts';

/** The network's own account, the source of payouts. */
export type Payer = { readonly name: string; readonly account: AccountId; readonly bank: BankId };

/**
 * The account that earlier versions read from three environment variables. The store imports it at the first start
 * after the upgrade (`keep-payer.ts`). Null if they are not set or invalid: administrators then enter the account at
 * /admin/money.
 */
export function readFormerPayer(env: Readonly<Record<string, string | undefined>>): Payer | null {
  const { PAYER_NAME: name = '', PAYER_ACCOUNT = '', PAYER_BANK = '' } = env;
  const [account, bank] = [readAccount(PAYER_ACCOUNT), readBank(PAYER_BANK)];
  return name.trim() === '' || account === null || bank === null ? null : { name: name.trim(), account, bank };
}
