import type { PublicConfig } from '#contract/site.ts';
import classes from './auth.module.css';

type DemoAccount = PublicConfig['demo_accounts'][number];

const ROLE_WORDS: Readonly<Record<string, string>> = {
  admin: 'Administrator',
  property: 'Outlet owner',
  advertiser: 'Advertiser',
};

/**
 * Lists the demo accounts; a click fills the form. Shown only while the demo network is on (docs/threat-model.md#a20).
 */
export function DemoAccounts({
  accounts,
  onChoose,
}: {
  accounts: readonly DemoAccount[];
  onChoose: (account: DemoAccount) => void;
}) {
  const passwords = new Set(accounts.map(({ password }) => password));
  return (
    <section className={classes.demo} aria-labelledby="demo-accounts">
      <p className={classes.demoTitle} id="demo-accounts">
        Demo accounts: choose one to fill the form.
        {passwords.size === 1 ? (
          <>
            {' '}
            Password of each: <code>{accounts[0]?.password}</code>
          </>
        ) : null}
      </p>
      <ul className={classes.accounts}>
        {accounts.map((account) => (
          <li key={account.email}>
            <button type="button" className={classes.account} onClick={() => onChoose(account)}>
              <span className={classes.accountRole}>{ROLE_WORDS[account.role] ?? account.role}</span>
              <span className={classes.accountEmail}>{account.email}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
