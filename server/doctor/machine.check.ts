import fs from 'node:fs'
import { systemClock } from '../platform/clock/clock.ts'
import { supportedNode } from '../platform/config/release.ts'
import { builtFont, OFFICE_FONTS } from '../platform/fonts/built-font.ts'
import { type Check, fault, ok, warning } from './check.ts'

/** The dates come from https://github.com/nodejs/release#release-schedule; odd versions end after half a year. */
const NODE_ENDS: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
}
const NEWER =
  'Install a version of Node.js that gets security updates, for example the newest with long-term support.'

export const machineChecks: readonly Check[] = [
  {
    name: 'node',
    withinMs: 1_000,
    run: async () => {
      const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
      const [oldMajor = 0, oldMinor = 0] = supportedNode().replace('>=', '').split('.').map(Number)
      const version = `Node.js ${process.versions.node}`
      if (major < oldMajor || (major === oldMajor && minor < oldMinor))
        return fault(`${version} is too old`, `Install Node.js ${supportedNode()}.`)
      const end = NODE_ENDS[major]
      if (end === undefined)
        return major % 2 === 1 ? warning(`${version} has no long-term support`, NEWER) : ok(version)
      const hasEnded = new Date(end) < systemClock.now()
      return hasEnded
        ? warning(`${version} has had no security updates since ${end}`, NEWER)
        : ok(`${version}, which gets security updates until ${end}`)
    },
  },
  {
    name: 'fonts',
    withinMs: 2_000,
    run: async () => {
      const missing = [
        ...OFFICE_FONTS,
        'NotoSans-Regular' as const,
        'NotoSansKR-Medium' as const,
      ].filter((name) => !fs.existsSync(builtFont(name)))
      return missing.length === 0
        ? ok('all fonts of the build are here')
        : fault(`fonts of the build are missing: ${missing.join(', ')}`, 'Run npm run build.')
    },
  },
]
