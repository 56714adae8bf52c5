import type { Config } from '../config/config.ts';

type DemoAccount = { readonly email: string; readonly password: string; readonly role: string };

/** Prints the product's URL and notes for its operator. */
export function announceStart(
  { adminMfa, publicUrl, demo, production, smtpUrl }: Config,
  demoAccounts: readonly DemoAccount[],
  say: (line: string) => void,
): void {
  say(`\nVoltboard is ready: ${publicUrl}`);
  const lines = demoAccounts.map(({ email, password, role }) => `  ${role.padEnd(11)} ${email}  ${password}`);
  if (demo) say(lines.join('\n'));
  if (!demo && !adminMfa) say('Administrators can sign in without a second factor (ADMIN_MFA=off).');
  if (production && !demo && smtpUrl === null) {
    say(
      'No mail server is set (SMTP_URL). Registration and password resets are unavailable. Other emails wait at /admin/mail.',
    );
  }
  say('Press Ctrl-C to stop.');
}
