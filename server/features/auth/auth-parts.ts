import type { Dependencies } from '../../dependencies.ts';
import { createBrowserMark } from './browser-mark.ts';
import { createClients } from './client-of.ts';
import { createConfirmSession } from './confirm-session.ts';
import { createOidcClient } from './oidc-client.ts';
import { createSignIn } from './sign-in.ts';

export type AuthDependencies = Pick<Dependencies, 'config' | 'accounts' | 'mail' | 'now'>;

/** Creates the parts that the sign-in routes share. */
export const makeParts = (dependencies: AuthDependencies) => ({
  ...dependencies,
  signIn: createSignIn(dependencies),
  clients: createClients(dependencies.config),
  confirm: createConfirmSession(dependencies),
  client: createOidcClient(dependencies.config),
  marks: createBrowserMark(dependencies.config.publicUrl),
});
export type Parts = ReturnType<typeof makeParts>;
