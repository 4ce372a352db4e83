const MATRIX_ROW = `  'featurename.example': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', \`/room/api/featureName/example/\${room.roomId}\`),
  },
`

const textsIn = (language) => ({
  path: `web/locales/operator.${language}.ts`,
  additions: [
    {
      place: /^(?=import )/,
      text: `import featureName from './${language}/feature-name.json' with { type: 'json' }\n`,
    },
    { place: /(?<=^export const texts = \{)/m, text: ' featureName,' },
  ],
})

/** Each `place` must occur once. */
export const ADDITIONS = [
  {
    path: 'contract/registry.ts',
    additions: [
      {
        place: /^(?=import )/,
        text: "import * as featureName from './features/feature-name.ts'\n",
      },
      {
        place: /(?=^\] as const satisfies readonly Operation\[\]$)/m,
        text: '  featureName.example,\n',
      },
    ],
  },
  {
    path: 'contract/core/permissions.ts',
    additions: [
      {
        place: /(?=^\} as const satisfies Record<string, Requirement>$)/m,
        text: "  'featurename.read': operator('raised'),\n",
      },
    ],
  },
  {
    path: 'server/mount-features.ts',
    additions: [
      {
        place: /^(?=import )/,
        text: "import { featureNameHandlers, featureNameOperations } from './features/feature-name/index.ts'\n",
      },
      {
        place: /(?<=^ {2}mountAll\(app, deliveryOperations, .*\n)/m,
        text: '  mountAll(app, featureNameOperations, featureNameHandlers(shared), guard)\n',
      },
    ],
  },
  {
    path: 'server/test/matrix/authorization-rows.ts',
    additions: [
      {
        place:
          /(?<=^export const ROWS: Record<OperationName, AuthorizationRow> = \{\n(?: {2}.*\n)*)(?=\}$)/m,
        text: MATRIX_ROW,
      },
    ],
  },
  {
    path: 'server/test/matrix/rights-scenarios.ts',
    additions: [
      {
        place: /(?<=^export const SCENARIOS: Record<OperationName, Scenario> = \{\n)/m,
        text: "  'featurename.example': 'operators',\n",
      },
    ],
  },
  {
    path: 'web/app/router.tsx',
    additions: [
      {
        place: /(?=^\n {2}const operatorScreens = )/m,
        text: "  const featureNameRoute = createRoute({ getParentRoute: () => operator, path: '/admin/featurename', component: lazyRouteComponent(() => import('./screens/feature-name-screen.tsx'), 'FeatureNameScreen') })\n",
      },
      { place: /(?<=operator\.addChildren\(\[[^\]]*\w)(?=,?\s*\])/, text: ', featureNameRoute' },
    ],
  },
  textsIn('ko'),
  textsIn('en'),
]
