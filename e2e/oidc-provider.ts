import { OAuth2Server } from 'oauth2-mock-server';

/** Returns the port for the provider that tests run beside the product on `port`. */
export const oidcPortFor = (port: number): number => port + 700;

/** Starts a real OpenID Connect provider. Every sign-in there succeeds immediately as the current `person`. */
export async function startProvider(port: number) {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(oidcPortFor(port), '127.0.0.1');
  let claims: Readonly<Record<string, unknown>> = {};
  server.service.on(
    'beforeTokenSigning',
    ({ payload }) => void Object.assign(payload, { auth_time: Math.floor(Date.now() / 1_000) }, claims),
  );
  return {
    person: (next: typeof claims) => {
      claims = next;
    },
    stop: () => server.stop(),
  };
}
