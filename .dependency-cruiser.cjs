/** Who may import whom: the table of ARCHITECTURE.md. Features are protected by pattern, not by list. */
const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
const OWN = '^(contract|domain|server|web|e2e|scripts)/';
const ENGINES = '^node_modules/(libsql|pg|chdb|@clickhouse/client|@chdb)/';
const NOT_TEST = '\\.test\\.tsx?$|^server/testing/|^e2e/|/testing/';

module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true }, 'A cycle hides which part depends on which.'),
    rule('contract-stands-alone', { path: '^contract/' }, { path: `${OWN}`, pathNot: '^contract/' }),
    rule(
      'domain-knows-only-contract',
      { path: '^domain/', pathNot: NOT_TEST },
      { path: OWN, pathNot: '^(domain|contract)/' },
    ),
    rule('domain-does-no-io', { path: '^domain/', pathNot: NOT_TEST }, { dependencyTypes: ['core'] }),
    rule(
      'databases-know-no-product',
      { path: '^server/databases/', pathNot: NOT_TEST },
      { path: OWN, pathNot: '^(server/databases|contract|domain)/' },
    ),
    rule(
      'accounts-and-events-are-apart',
      { path: '^server/databases/events/', pathNot: NOT_TEST },
      { path: '^server/databases/accounts/' },
    ),
    rule(
      'events-and-accounts-are-apart',
      { path: '^server/databases/accounts/', pathNot: `${NOT_TEST}|seal-ledger` },
      { path: '^server/databases/events/' },
    ),
    rule(
      'http-knows-no-feature',
      { path: '^server/http/', pathNot: NOT_TEST },
      { path: '^server/(features|figures|admin|simulator|(main|app)\\.ts)' },
    ),
    rule(
      'features-are-islands',
      { path: '^server/features/([^/]+)/', pathNot: NOT_TEST },
      { path: '^server/features/', pathNot: '^server/features/$1/' },
    ),
    rule(
      'features-are-not-wiring',
      { path: '^server/(features|figures)/', pathNot: NOT_TEST },
      { path: '^server/(main|app)\\.ts$|^server/(admin|simulator)/' },
    ),
    rule(
      'figures-know-no-feature',
      { path: '^server/figures/', pathNot: NOT_TEST },
      { path: '^server/(features|http)/', pathNot: '^server/http/app-error\\.ts$' },
    ),
    rule(
      'files-know-no-feature',
      { path: '^server/(imports|exports|network)/', pathNot: NOT_TEST },
      { path: '^server/(features|figures|admin|simulator|(main|app)\\.ts)' },
    ),
    rule(
      'engines-only-in-databases',
      { path: OWN, pathNot: `^server/databases/|${NOT_TEST}|^scripts/` },
      { path: ENGINES },
    ),
    rule('server-and-web-are-apart', { path: '^server/' }, { path: '^web/' }),
    rule('web-and-server-are-apart', { path: '^web/' }, { path: '^server/' }),
    rule('web-lib-is-basic', { path: '^web/lib/', pathNot: NOT_TEST }, { path: '^web/(ui|features|app)/' }),
    rule(
      'web-ui-is-look-only',
      { path: '^web/ui/', pathNot: NOT_TEST },
      { path: '^contract/|^domain/|^web/(features|app)/|^web/lib/api-client' },
    ),
    rule(
      'web-features-are-islands',
      { path: '^web/features/([^/]+)/', pathNot: `${NOT_TEST}|^web/features/demo/[^/]+/` },
      { path: '^web/features/', pathNot: '^web/features/$1/' },
    ),
    rule(
      'demo-families-are-islands',
      { path: '^web/features/demo/([^/]+)/', pathNot: NOT_TEST },
      { path: '^web/features/', pathNot: '^web/features/demo/($1/|[^/]+$)' },
      'What all families show, such as the frame of their pages, stands in the folder above them.',
    ),
    rule(
      'demo-frame-knows-no-family',
      { path: '^web/features/demo/[^/]+$', pathNot: NOT_TEST },
      { path: '^web/features/demo/[^/]+/' },
    ),
    rule('web-features-are-not-wiring', { path: '^web/features/', pathNot: NOT_TEST }, { path: '^web/app/' }),
    rule(
      'only-api-files-call-the-server',
      { path: '^web/features/', pathNot: '/api\\.ts$|\\.test\\.' },
      { path: '^web/lib/api-client', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'testing-only-from-tests',
      { path: OWN, pathNot: `${NOT_TEST}|^scripts/` },
      { path: '^server/testing/|/testing/' },
    ),
    rule(
      'server-ships-no-dev-package',
      { path: '^(server|domain|contract)/', pathNot: NOT_TEST },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    rule('packages-are-declared', { path: OWN }, { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] }),
    rule('everything-resolves', { path: OWN }, { couldNotResolve: true, pathNot: '\\?(worker|url|raw|inline)' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css', '.svg'],
    },
  },
};
