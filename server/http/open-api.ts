import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';

const DESCRIPTION = `Outlets report events with a key (\`Authorization: Bearer vb_…\`); people sign in with \`POST /api/login\` and send the token the same way; programs send an API token (\`vbt_…\`) that a user created. Each operation lists the scope that a token requires.
Names are in snake_case, except for some of the signed-in account's fields. Amounts are in the installation's currency (CURRENCY; a "dollar" is its unit, a "micro-dollar" a millionth of it) with at most six decimals. Timestamps are ISO 8601 in UTC. Ranges are half-open epoch seconds. Every error is \`{error: {message, id?}}\`.`;

/**
 * Adds the API description for every route, generated from its registered schemas: `/api/openapi.json`, readable at
 * `/api/docs`. Must be registered before the routes.
 */
export async function addOpenApi(app: FastifyInstance, publicUrl: string, version: string): Promise<void> {
  await app.register(swagger, {
    transform: ({ schema, url, route }) => ({ schema: withDocumented(schema, route.config?.documented), url }),
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Voltboard API', version, description: DESCRIPTION, license: { name: 'MIT' } },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer', description: 'The token of POST /api/login' },
          apiToken: { type: 'http', scheme: 'bearer', description: 'An API token (vbt_…), created under API tokens' },
          metricsToken: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN of the installation' },
          outletKey: { type: 'http', scheme: 'bearer', description: 'The access key of an outlet or gateway' },
        },
      },
    },
  });
  app.get('/api/openapi.json', { schema: { hide: true }, config: { allowed: 'anyone' } }, async () => app.swagger());
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    theme: { title: 'Voltboard API' },
    uiConfig: { docExpansion: 'list', deepLinking: true },
  });
}

function withDocumented(schema: FastifySchema | undefined, documented: Endpoint['documented']): FastifySchema {
  const { body, consumes, response } = documented ?? {};
  return {
    ...schema,
    ...(body ? { body } : {}),
    ...(consumes ? { consumes: [...consumes] } : {}),
    ...(response ? { response: { ...(schema?.response as object), ...response } } : {}),
  };
}
