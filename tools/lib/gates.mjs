import { existsSync } from 'node:fs'
import { at, bin } from './project.mjs'

const SOURCES = ['clients', 'contract', 'paper', 'server', 'web', 'e2e', 'bench', 'tools']

const CODE = /\.[cm]?[jt]sx?$|^tsconfig|^web\/locales\/|\.json$/

export const hasSpecificationMap = () => existsSync(at('docs', 'specification-map.md'))

/** `inputs` match paths (default all); `readsBuild` adds .build. */
export const gates = () => [
  { name: 'format and lint', args: [bin('biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'types', args: [bin('tsc'), '-b'], inputs: CODE },
  {
    name: 'import law',
    args: [
      bin('depcruise'),
      '--config',
      '.dependency-cruiser.cjs',
      ...SOURCES.filter((folder) => existsSync(at(folder))),
    ],
    inputs: /\.[cm]?[jt]sx?$|^tsconfig|\.css$/,
  },
  { name: 'dead code', args: [bin('knip')], inputs: CODE },
  { name: 'laws', args: [at('tools', 'laws', 'check-laws.mjs')] },
  ...(existsSync(at('contract', 'openapi.ts'))
    ? [
        {
          name: 'contract',
          args: [at('tools', 'openapi.mjs'), '--check'],
          inputs: /^contract\/|^clients\/|^tools\/client\//,
          readsBuild: true,
        },
      ]
    : []),
  ...(existsSync(at('server', 'platform', 'config', 'settings.ts'))
    ? [
        {
          name: 'settings page',
          args: [at('tools', 'settings-page.mjs'), '--check'],
          readsBuild: true,
        },
      ]
    : []),
  ...(existsSync(at('.build', 'web', '.vite', 'manifest.json'))
    ? [{ name: 'bundle budget', args: [at('tools', 'bundle-budget.mjs')], readsBuild: true }]
    : []),
  { name: 'docs', args: [at('tools', 'docs-check.mjs')] },
  ...(hasSpecificationMap()
    ? [{ name: 'specification map', args: [at('tools', 'specification-map.mjs')] }]
    : []),
]
