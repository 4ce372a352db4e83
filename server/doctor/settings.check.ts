import { type Check, fault, ok, warning } from './check.ts'

export const settingsChecks: readonly Check[] = [
  {
    name: 'settings',
    withinMs: 1_000,
    run: async ({ faults, unknown, settings: { cautions } }) => {
      if (faults.length > 0)
        return fault(
          faults.join('; '),
          'Correct these settings; the server does not start with them. docs/operate/settings.md describes each.',
        )
      if (unknown.length > 0)
        return warning(
          `these variables look like settings and are none: ${unknown.join(', ')}`,
          'Correct their names by docs/operate/settings.md, or remove them.',
        )
      if (cautions.length > 0)
        return warning(
          cautions.join('; '),
          'Set PUBLIC_URL to the address by which people reach the server.',
        )
      return ok('all settings can be used')
    },
  },
]
