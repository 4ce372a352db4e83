import { existsSync } from 'node:fs'
import { at, bin } from './project.mjs'

const SOURCES = ['contract', 'paper', 'server', 'web', 'e2e', 'bench', 'tools']

export const hasSpecificationMap = () => existsSync(at('docs', 'specification-map.md'))

/** The quality gates in the order in which they run; each is a name and the arguments for `node`. */
export const gates = () => [
  { name: 'format and lint', args: [bin('biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'types', args: [bin('tsc'), '-b'] },
  {
    name: 'import law',
    args: [bin('depcruise'), '--config', '.dependency-cruiser.cjs', ...SOURCES.filter((folder) => existsSync(at(folder)))],
  },
  { name: 'dead code', args: [bin('knip')] },
  { name: 'laws', args: [at('tools', 'laws', 'check-laws.mjs')] },
  ...(existsSync(at('contract', 'openapi.ts')) ? [{ name: 'contract', args: [at('tools', 'openapi.mjs'), '--check'] }] : []),
  ...(existsSync(at('server', 'platform', 'config', 'settings.ts'))
    ? [{ name: 'settings page', args: [at('tools', 'settings-page.mjs'), '--check'] }]
    : []),
  ...(existsSync(at('.build', 'web', '.vite', 'manifest.json'))
    ? [{ name: 'bundle budget', args: [at('tools', 'bundle-budget.mjs')] }]
    : []),
  { name: 'docs', args: [at('tools', 'docs-check.mjs')] },
  ...(hasSpecificationMap() ? [{ name: 'specification map', args: [at('tools', 'specification-map.mjs')] }] : []),
]
