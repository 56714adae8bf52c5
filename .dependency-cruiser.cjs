/** The allowed imports (ARCHITECTURE.md#five-rules). Features are protected by pattern, not by list. */
const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });
const PRODUCT = '^(contract|domain|packages|server|web|e2e|scripts)/';
const OWN = '^(contract|domain|packages|server|web|e2e|scripts|showcase)/';
const ENGINES = '^node_modules/(libsql|pg|chdb|@clickhouse/client|@chdb)/';
const NOT_TEST = '\\.test\\.tsx?$|^server/testing/|^(showcase/)?e2e/|/testing/';
/** The stages of a query for figures, in order. */
const STAGES = ['query', 'plan', 'read', 'cache', 'project'];

/**
 * The parts of the stores that other folders may import: their handles, tables and rules, and no file that knows an
 * engine.
 */
const STORES =
  'databases/(accounts/(accounts-db|audit-chain|contains-text|demo-traces|empty-log|forget-spend|installation|lock-classes|outgoing-queue|schema|store-time|[a-z-]+-tables)|store-refusals)';
/** Public modules of the event store: its data, its retries, and what runs it. */
const EVENTS = '#event-store';
const RETRIES = '#retry-steps';
const OPERATIONS = '#operations';

/**
 * The folders of the server, from the bottom up, and what each may import besides itself, `contract` and `domain`. Only
 * `main.ts` and `app.ts`, which connect everything, are exempt. The test of these rules refuses a folder that is not
 * listed.
 */
const ROOMS = {
  lib: [],
  memory: ['lib/yield-thread', 'lib/urgent-work'],
  databases: ['lib', 'memory', EVENTS, RETRIES, OPERATIONS],
  keys: [STORES, EVENTS, 'databases/accounts/installation-facts', 'audit/write-audit', 'lib'],
  config: ['lib/write-whole', 'keys/purpose-keys'],
  http: [RETRIES, 'databases/store-refusals', 'config', 'keys', 'lib'],
  paper: ['lib'],
  ledger: [STORES, EVENTS, 'databases/accounts/write-rows', 'lib'],
  billing: [
    'databases',
    EVENTS,
    RETRIES,
    OPERATIONS,
    'audit',
    'http/app-error',
    'ledger',
    'lib',
    'memory',
    'network/snapshot',
    'paper',
  ],
  audit: [STORES, EVENTS, 'http'],
  'audit-stream': ['databases', EVENTS, RETRIES, OPERATIONS, 'config', 'lib'],
  administration: [STORES, EVENTS, 'audit', 'http'],
  live: [STORES, EVENTS, 'databases/accounts/change-channel'],
  mail: [STORES, EVENTS, 'config', 'keys', 'lib'],
  notifications: [STORES, EVENTS, 'mail'],
  exports: [STORES, RETRIES, 'audit', 'http', 'lib'],
  'sign-in': [STORES, EVENTS, 'http', 'keys', 'lib'],
  pictures: ['http/app-error', 'lib'],
  people: [STORES, EVENTS, 'audit', 'http', 'lib', 'pictures'],
  network: [STORES, EVENTS, 'administration', 'audit', 'http', 'lib', 'memory'],
  plays: [STORES, EVENTS, 'audit', 'config', 'keys', 'lib', 'memory', 'network/snapshot'],
  imports: [STORES, EVENTS, 'audit', 'exports', 'http', 'lib', 'network'],
  notices: ['databases', EVENTS, RETRIES, OPERATIONS, 'config', 'lib'],
  erasure: [STORES, EVENTS, 'audit', 'lib'],
  settings: [STORES, EVENTS, 'databases/accounts/known-currency', 'audit', 'config', 'http/app-error'],
  start: ['databases', EVENTS, RETRIES, OPERATIONS, 'audit', 'config', 'keys', 'lib', 'settings'],
  maintenance: [
    'databases',
    EVENTS,
    RETRIES,
    OPERATIONS,
    'audit',
    'billing',
    'config',
    'copies',
    'keys',
    'lib',
    'live',
    'network/snapshot',
    'notices',
    'start',
    'visitors',
  ],
  inserts: ['databases', EVENTS, 'lib'],
  visitors: [
    'databases',
    EVENTS,
    RETRIES,
    OPERATIONS,
    'config',
    'inserts',
    'keys',
    'lib',
    'live',
    'maintenance/job-runner',
    'notices',
  ],
  copies: ['databases', EVENTS, RETRIES, OPERATIONS, 'audit', 'config', 'lib', 'maintenance/job-runner', 'start'],
  metrics: [
    'databases',
    EVENTS,
    RETRIES,
    OPERATIONS,
    'config',
    'dependencies',
    'http/app-error',
    'imports/import-kinds',
    'ingestor',
  ],
  figures: [
    STORES,
    EVENTS,
    'config',
    'http/app-error',
    'lib',
    'live',
    'memory',
    'network/snapshot',
    'visitors/visitors-known-from',
  ],
  explain: [EVENTS, 'dependencies', 'figures', 'http', 'network/snapshot'],
  features: [
    STORES,
    EVENTS,
    ...[
      'administration',
      'audit',
      'audit-stream',
      'config',
      'dependencies',
      'explain',
      'exports',
      'features',
      'figures',
      'http',
      'imports',
      'ingestor',
      'inserts',
      'keys',
      'lib',
      'live',
      'mail',
      'memory',
      'play-server',
    ],
    ...[
      'billing',
      'ledger',
      'maintenance/show-checks',
      'metrics',
      'network',
      'notices',
      'notifications',
      'paper',
      'people',
      'pictures',
      'plays',
      'sign-in',
      'settings',
      'start/refuse-busy-port',
      'visitors',
    ],
  ],
  'import-runs': [
    ...[
      'databases/accounts/open-accounts',
      'config',
      'dependencies',
      'http/app-error',
      'imports',
      'lib',
      'mail',
      'start',
    ],
    'features/users/(import-users|publish-changes)',
  ],
  admin: [
    ...[
      'databases',
      EVENTS,
      RETRIES,
      OPERATIONS,
      'administration',
      'audit',
      'audit-stream',
      'config',
      'copies',
      'http/app-error',
      'import-runs',
      'imports',
      'keys',
      'lib',
      'mail',
      'maintenance',
    ],
    ...['billing', 'network', 'notices', 'people', 'plays', 'sign-in', 'start', 'visitors'],
    'features/reports/trace-report',
    'features/campaigns/(creatives-queries|creatives-routes|flight-prices|make-creative)',
  ],
  simulator: ['lib'],
};

const inServer = (known) => known.filter((one) => !one.startsWith('#')).join('|');
const publicModules = (known) =>
  known.filter((one) => one.startsWith('#')).map((one) => `^packages/event-store/${one.slice(1)}\\.ts$`);

const rooms = Object.entries(ROOMS).map(([room, known]) =>
  rule(
    `${room}-knows-its-neighbours`,
    { path: `^server/${room}/`, pathNot: NOT_TEST },
    {
      path: OWN,
      pathNot: [`^(contract|domain)/|^server/(${inServer([room, ...known])})(/|\\.ts$)`, ...publicModules(known)],
    },
    'What a room of the server may import stands in ROOMS.',
  ),
);

module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true }, 'A cycle hides which part depends on which.'),
    ...rooms,
    rule(
      'root-is-wiring',
      { path: '^server/[^/]+$', pathNot: `${NOT_TEST}|^server/(main|app)\\.ts$` },
      {
        path: '^server/(features|figures|import-runs|admin|simulator)/|^server/(main|app)\\.ts$',
        pathNot: '^server/figures/figures\\.ts$',
      },
      'Only main.ts and app.ts put features together.',
    ),
    rule(
      'contract-stands-alone',
      { path: '^contract/' },
      { path: `${OWN}`, pathNot: '^(contract/|domain/report-metrics\\.ts$)' },
      "A report's values are those of the registry of metrics.",
    ),
    rule(
      'domain-knows-only-contract',
      { path: '^domain/', pathNot: NOT_TEST },
      { path: OWN, pathNot: '^(domain|contract)/' },
    ),
    rule('domain-does-no-io', { path: '^(contract|domain)/', pathNot: NOT_TEST }, { dependencyTypes: ['core'] }),
    rule('web-runs-in-browsers', { path: '^web/', pathNot: NOT_TEST }, { dependencyTypes: ['core'] }),
    rule(
      'event-store-stands-alone',
      { path: '^packages/event-store/', pathNot: NOT_TEST },
      { path: OWN, pathNot: '^(contract|domain|packages/event-store|server/lib)/' },
      'The event store knows no table of the accounts, and nothing of the product but its shared rules and utilities.',
    ),
    rule(
      'event-store-has-one-door',
      { path: OWN, pathNot: `^packages/|${NOT_TEST}|^scripts/` },
      { path: '^packages/event-store/', pathNot: '^packages/event-store/(event-store|operations|retry-steps)\\.ts$' },
      'Everything else in the package is private.',
    ),
    rule(
      'events-and-accounts-are-apart',
      { path: '^server/databases/accounts/', pathNot: `${NOT_TEST}|seal-ledger` },
      { path: '^packages/event-store/', pathNot: '/retry-steps\\.ts$' },
    ),
    rule(
      'features-are-islands',
      { path: '^server/features/([^/]+)/', pathNot: NOT_TEST },
      { path: '^server/features/', pathNot: '^server/features/$1/' },
    ),
    ...STAGES.map((stage, at) =>
      rule(
        `figures-${stage}-knows-no-later-stage`,
        { path: `^server/figures/${stage}/`, pathNot: NOT_TEST },
        { path: `^server/figures/((${STAGES.slice(at + 1).join('|')})/|[^/]+\\.ts$)`, pathNot: '/needs\\.ts$' },
        'The folders of figures are read in the order of their stages.',
      ),
    ),
    rule(
      'figures-has-no-other-stage',
      { path: `^server/figures/(?!(${STAGES.join('|')})/)[^/]+/` },
      {},
      'A folder that is not listed as a stage would escape their order.',
    ),
    rule(
      'engines-only-in-databases',
      { path: OWN, pathNot: `^server/databases/|^packages/event-store/|${NOT_TEST}|^scripts/` },
      { path: ENGINES },
    ),
    rule('server-and-web-are-apart', { path: '^server/' }, { path: '^web/' }),
    rule('web-and-server-are-apart', { path: '^web/' }, { path: '^server/' }),
    rule('web-lib-is-basic', { path: '^web/lib/', pathNot: NOT_TEST }, { path: '^web/(ui|features|app)/' }),
    rule(
      'web-ui-is-look-only',
      { path: '^web/ui/', pathNot: NOT_TEST },
      { path: '^contract/|^domain/(?!(counted|calendar-date)\\.ts$)|^web/(features|app)/|^web/lib/api-client' },
    ),
    rule(
      'web-house-picture-is-a-part',
      { path: '^web/house-picture/', pathNot: NOT_TEST },
      { path: '^web/(features|app|map)/' },
      'What a property shows where no ad runs: owners and administrators set it.',
    ),
    rule(
      'web-explain-is-a-part',
      { path: '^web/explain/', pathNot: NOT_TEST },
      { path: '^web/(features|app|map)/' },
      'Why a number is what it is: it opens from every sum, whichever feature shows it.',
    ),
    rule(
      'web-map-is-a-part',
      { path: '^web/map/', pathNot: NOT_TEST },
      { path: '^web/(features|app)/|^web/lib/api-client' },
      'The map of outlets, which several features show.',
    ),
    rule(
      'web-features-are-islands',
      { path: '^web/features/([^/]+)/', pathNot: NOT_TEST },
      { path: '^web/features/', pathNot: '^web/features/$1/' },
    ),
    rule(
      'the-showroom-may-be-absent',
      { path: PRODUCT },
      { path: '^showcase/' },
      'The product finds it by web/lib/load-showcase.ts only, which does without it.',
    ),
    rule(
      'showroom-knows-only-parts-and-rules',
      { path: '^showcase/', pathNot: NOT_TEST },
      { path: OWN, pathNot: '^(showcase|contract|domain|web/(ui|lib))/' },
    ),
    rule(
      'showroom-families-are-islands',
      { path: '^showcase/pages/([^/]+)/', pathNot: NOT_TEST },
      { path: '^showcase/', pathNot: '^showcase/(pages/($1/|[^/]+$)|(ui|lib|contract|samples)/)' },
      'What all families show, such as the frame of their pages, stands in the folder above them.',
    ),
    rule(
      'showroom-frame-knows-no-family',
      { path: '^showcase/pages/[^/]+$', pathNot: NOT_TEST },
      { path: '^showcase/(pages/[^/]+/|routes/|tree/)' },
    ),
    rule(
      'showroom-parts-are-look-only',
      { path: '^showcase/ui/', pathNot: NOT_TEST },
      { path: '^(contract|domain)/|^showcase/(?!(ui|lib)/)|^web/lib/api-client' },
    ),
    rule(
      'showroom-calls-stand-alone',
      { path: '^showcase/(calls|contract|samples)', pathNot: NOT_TEST },
      { path: OWN, pathNot: '^(contract|domain)/|^showcase/(contract|samples)/' },
      'The server loads them: nothing of the browser may come with them.',
    ),
    rule(
      'showroom-lib-is-basic',
      { path: '^showcase/lib/', pathNot: NOT_TEST },
      { path: '^web/ui/|^showcase/(?!lib/)' },
    ),
    rule('web-features-are-not-wiring', { path: '^web/features/', pathNot: NOT_TEST }, { path: '^web/app/' }),
    rule(
      'only-api-files-call-the-server',
      { path: '^(web/features|showcase)/', pathNot: '(-|/)api\\.ts$|\\.test\\.' },
      { path: '^web/lib/api-client', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'testing-only-from-tests',
      { path: OWN, pathNot: `${NOT_TEST}|^scripts/` },
      { path: '^server/testing/|/testing/' },
    ),
    rule(
      'server-ships-no-dev-package',
      { path: '^(server|domain|contract)/|^showcase/(calls|contract|samples)', pathNot: NOT_TEST },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    rule('packages-are-declared', { path: OWN }, { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] }),
    rule('everything-resolves', { path: OWN }, { couldNotResolve: true, pathNot: '\\?(worker|url|raw|inline)' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data)/' },
    tsPreCompilationDeps: true,
    // A workspace may use the packages that the root declares.
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css', '.svg'],
    },
  },
};
