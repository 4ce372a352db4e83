import fs from 'node:fs'
import path from 'node:path'

export interface OfficePrograms {
  readonly bwrap: string
  /** The folder whose `usr` the sandbox shows as its own. */
  readonly root: string
  /** The path of `soffice.bin` in the sandbox. */
  readonly soffice: string
  /** The folder of an office that is not below `usr`, as in `/opt`. */
  readonly installFolder: string | undefined
}

export interface OfficePaths {
  readonly soffice: string | undefined
  readonly bwrap: string | undefined
}

export const USUAL_FOLDERS =
  process.platform === 'linux' ? '/usr/local/bin:/usr/bin:/bin:/snap/bin' : ''

/** @returns the programs, or the names of those that are missing */
export function findOfficePrograms(
  paths: OfficePaths,
  searchPath: string,
): OfficePrograms | ('libreoffice' | 'bubblewrap')[] {
  const folders = foldersOf(searchPath)
  const soffice = [
    paths.soffice ?? [...inFolders(folders, ['soffice', 'libreoffice']), ...installedElsewhere()],
  ]
    .flat()
    .find(isOffice)
  const bwrap = findBubblewrap(paths, searchPath)
  if (soffice === undefined || bwrap === undefined)
    return [
      ...(soffice === undefined ? (['libreoffice'] as const) : []),
      ...(bwrap === undefined ? (['bubblewrap'] as const) : []),
    ]
  return { bwrap, ...rootAndPathOf(soffice) }
}

export const findBubblewrap = (
  paths: Pick<OfficePaths, 'bwrap'>,
  searchPath: string,
): string | undefined =>
  [paths.bwrap ?? inFolders(foldersOf(searchPath), ['bwrap'])].flat().find(isProgram)

const foldersOf = (searchPath: string): string[] =>
  searchPath.split(path.delimiter).filter(path.isAbsolute)

const inFolders = (folders: readonly string[], names: readonly string[]): string[] =>
  names.flatMap((name) => folders.map((folder) => path.join(folder, name)))

function installedElsewhere(): string[] {
  const versions = fs.existsSync('/opt')
    ? fs.readdirSync('/opt').filter((name) => name.startsWith('libreoffice'))
    : []
  const own = versions
    .sort()
    .reverse()
    .map((name) => `/opt/${name}/program/soffice`)
  return [...own, '/usr/lib/libreoffice/program/soffice', '/usr/lib64/libreoffice/program/soffice']
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return true
  } catch {
    return false
  }
}

const isOffice = (file: string): boolean => isProgram(file) && isProgram(binaryOf(file))

/** `soffice` is a script that needs much of the system. The sandbox runs the program that it starts, `soffice.bin` beside it. */
const binaryOf = (file: string): string =>
  path.join(path.dirname(fs.realpathSync(file)), 'soffice.bin')

function rootAndPathOf(file: string): Pick<OfficePrograms, 'root' | 'soffice' | 'installFolder'> {
  const binary = binaryOf(file)
  // `/usr/local` is no part of what the sandbox shows.
  const [, root, within] = /^(.*?)(\/usr\/(?!local\/).+)$/.exec(binary) ?? []
  if (root !== undefined && within !== undefined)
    return { root: root || '/', soffice: within, installFolder: undefined }
  return { root: '/', soffice: binary, installFolder: path.dirname(path.dirname(binary)) }
}
