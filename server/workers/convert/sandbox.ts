import fs from 'node:fs'
import path from 'node:path'

export const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export const NOBODY = 65_534

/** The death signal ends a killed server's converters. */
export function accountPrefix(): string[] {
  if (process.getuid?.() !== 0) return ['setpriv', '--pdeathsig', 'KILL', '--']
  const account = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs']
  return [
    'setpriv',
    ...account,
    '--inh-caps=-all',
    '--bounding-set=-all',
    '--pdeathsig',
    'KILL',
    '--',
  ]
}

export function rootLinks(root: string, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const place = path.join(root, name)
    const found = fs.lstatSync(place, { throwIfNoEntry: false })
    if (found?.isSymbolicLink()) return ['--symlink', fs.readlinkSync(place), `/${name}`]
    return found?.isDirectory() ? ['--ro-bind', place, `/${name}`] : []
  })
}
