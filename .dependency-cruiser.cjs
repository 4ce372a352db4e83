// The import law: one rule for each sentence of the plan. Rules speak of folders, so that a new file is covered the day it is made.

/** The floors of the server's features, lowest first. A lower one never imports a higher one; a new feature is entered here. */
const FLOORS = [
  ['audit', 'rooms'],
  ['members'],
  ['session', 'documents'],
  ['delivery'],
  ['messages', 'drafts', 'dashboard', 'search', 'esign', 'rights'],
  ['threads'],
  ['disclosure'],
  ['archive'],
  ['closing'],
  ['integrations'],
  ['console'],
]

const TEST = '\\.(test|conformance)\\.tsx?$'
const PACKAGES = ['core', 'npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown']

const feature = (...names) => `^server/features/(${names.join('|')})/`

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const floors = FLOORS.slice(0, -1).map((floor, index) =>
  forbid(
    `floor-${floor.join('-and-')}`,
    'What a higher feature must learn it hears as a domain event that feature-parts.ts wires.',
    { path: feature(...floor) },
    { path: feature(...FLOORS.slice(index + 1).flat()) },
  ),
)

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    forbid('no-cycles', 'No cycles, types included.', {}, { circular: true }),
    forbid(
      'no-orphans',
      'A file that nothing imports and that imports nothing is dead.',
      {
        orphan: true,
        pathNot: [
          '\\.d\\.m?ts$',
          TEST,
          '^server/test/harness/(global-setup|component-server)\\.ts$',
        ],
      },
      {},
    ),
    forbid('every-import-resolves', 'What is imported exists.', {}, { couldNotResolve: true }),

    forbid(
      'contract-imports-nothing-of-ours',
      'The contract stands alone.',
      { path: '^contract/' },
      { path: '^(server|web|paper)/' },
    ),
    forbid(
      'contract-needs-only-zod',
      'The contract runs everywhere.',
      { path: '^contract/', pathNot: TEST },
      { dependencyTypes: PACKAGES, pathNot: 'node_modules/zod/' },
    ),
    forbid(
      'clients-stand-alone',
      'An outside project has nothing of ours.',
      { path: '^clients/', pathNot: TEST },
      { path: '.', pathNot: '^clients/' },
    ),
    forbid(
      'paper-imports-nothing-of-ours',
      'Paper stands alone.',
      { path: '^paper/' },
      { path: '^(server|web|contract)/' },
    ),
    forbid(
      'paper-is-pure',
      'Page maths runs everywhere.',
      { path: '^paper/', pathNot: TEST },
      { dependencyTypes: PACKAGES },
    ),
    forbid(
      'web-knows-no-server',
      'Web and server meet in contract and paper.',
      { path: '^web/', pathNot: [TEST, '^web/test/'] },
      { path: '^server/' },
    ),
    forbid(
      'server-knows-no-web',
      'Web and server meet in contract and paper.',
      { path: '^server/', pathNot: '^server/test/' },
      { path: '^web/' },
    ),

    forbid(
      'platform-and-workers-are-the-ground',
      'Platform and workers know no feature and no access.',
      { path: '^server/(platform|workers)/' },
      { path: '^server/(access|features)/' },
    ),
    forbid(
      'access-knows-no-feature',
      'Access stands under the features.',
      { path: '^server/access/' },
      { path: '^server/features/' },
    ),
    forbid(
      'only-main-cli-and-tests-assemble',
      'One composition root.',
      {
        pathNot: '^server/((main|assemble|foundation|feature-parts|mount-[a-z]+)\\.ts$|cli/|test/)',
      },
      { path: '^server/(assemble|foundation|feature-parts|mount-[a-z]+)\\.ts$' },
    ),
    forbid(
      'nobody-imports-main',
      'main.ts is started, not imported.',
      {},
      { path: '^server/main\\.ts$' },
    ),
    forbid(
      'commands-are-not-imported',
      'The programs of cli/ are started.',
      { pathNot: '^server/cli/' },
      { path: '^server/cli/' },
    ),
    forbid(
      'feature-by-its-door',
      'A feature is reached through its index.ts.',
      { path: '^server/features/([^/]+)/' },
      {
        path: '^server/features/',
        pathNot: ['^server/features/$1/', '^server/features/[^/]+/index\\.ts$'],
      },
    ),
    forbid(
      'house-enters-features-by-the-door',
      'Also assemble.ts and the commands enter through index.ts.',
      { path: '^server/([a-z-]+\\.ts$|(cli|doctor|metrics)/)' },
      { path: '^server/features/', pathNot: '^server/features/[^/]+/index\\.ts$' },
    ),
    forbid(
      'one-folder-knows-prometheus',
      'Others report to the type Metrics or describe a source.',
      { path: '^(contract|paper|server)/', pathNot: '^server/platform/metrics/' },
      { path: 'node_modules/prom-client/' },
    ),
    forbid(
      'every-feature-has-a-floor',
      'A new feature is entered in FLOORS.',
      { path: '^server/features/', pathNot: feature(...FLOORS.flat()) },
      {},
    ),
    ...floors,

    forbid(
      'test-harness-is-for-tests',
      'The product needs no test code.',
      { path: '^(contract|paper|server|web)/', pathNot: [TEST, '^(server|web)/test/'] },
      { path: [TEST, '^(server|web)/test/'] },
    ),
    forbid(
      'shipped-code-needs-shipped-packages',
      'devDependencies are absent where the product runs.',
      { path: '^(contract|paper|server)/', pathNot: [TEST, '^server/test/'] },
      {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
      },
    ),

    forbid(
      'web-features-are-islands',
      'app/ composes the features.',
      { path: '^web/features/([^/]+)/' },
      { path: '^web/features/', pathNot: '^web/features/$1/' },
    ),
    forbid(
      'web-ground-knows-no-product',
      'ui and lib stand under the features.',
      { path: '^web/(ui|lib)/' },
      { path: '^web/(features|app)/' },
    ),
    forbid(
      'only-main-opens-the-app',
      'app/ stands on top.',
      { path: '^web/', pathNot: [TEST, '^web/(app|test)/', '^web/main\\.tsx$'] },
      { path: '^web/app/' },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^\\.build/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
}
