import fs from 'node:fs'
import path from 'node:path'

/** Where LibreOffice and bubblewrap lie. */
export interface OfficePrograms {
  /** Runs a program in a cage. */
  readonly bwrap: string
  /** The folder that holds `usr`, with LibreOffice or with what it needs: `/`, or one into which packages were unpacked. */
  readonly root: string
  /** `soffice.bin` as it is called within that root. */
  readonly soffice: string
  /** The folder of a LibreOffice that lies where no package puts it. */
  readonly elsewhere: string | undefined
}

/** What an operator says of where they lie; undefined: look for them. */
export interface OfficePaths {
  readonly soffice: string | undefined
  readonly bwrap: string | undefined
}

/** Where programs are looked for that nobody names: not in the PATH of whoever starts the server, on which previews must not depend. */
export const USUAL_FOLDERS = process.platform === 'linux' ? '/usr/local/bin:/usr/bin:/bin:/snap/bin' : ''

/** @returns the programs, or the names of those that are missing. */
export function findOfficePrograms(paths: OfficePaths, searchPath: string): OfficePrograms | ('libreoffice' | 'bubblewrap')[] {
  const folders = foldersOf(searchPath)
  const soffice = [paths.soffice ?? [...inFolders(folders, ['soffice', 'libreoffice']), ...installedElsewhere()]].flat().find(isOffice)
  const bwrap = findBubblewrap(paths, searchPath)
  if (soffice === undefined || bwrap === undefined)
    return [...(soffice === undefined ? (['libreoffice'] as const) : []), ...(bwrap === undefined ? (['bubblewrap'] as const) : [])]
  return { bwrap, ...placeOf(soffice) }
}

/** The program that makes cages. */
export const findBubblewrap = (paths: Pick<OfficePaths, 'bwrap'>, searchPath: string): string | undefined =>
  [paths.bwrap ?? inFolders(foldersOf(searchPath), ['bwrap'])].flat().find(isProgram)

const foldersOf = (searchPath: string): string[] => searchPath.split(path.delimiter).filter(path.isAbsolute)

const inFolders = (folders: readonly string[], names: readonly string[]): string[] =>
  names.flatMap((name) => folders.map((folder) => path.join(folder, name)))

/** Where the packages of LibreOffice itself, and those of Debian without their links, put it; the newest first. */
function installedElsewhere(): string[] {
  const versions = fs.existsSync('/opt') ? fs.readdirSync('/opt').filter((name) => name.startsWith('libreoffice')) : []
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

/** The program behind the script `soffice`, which would need half a system to find it. */
const binaryOf = (file: string): string => path.join(path.dirname(fs.realpathSync(file)), 'soffice.bin')

function placeOf(file: string): Pick<OfficePrograms, 'root' | 'soffice' | 'elsewhere'> {
  const binary = binaryOf(file)
  const [, root, within] = /^(.*?)(\/usr\/(?!local\/).+)$/.exec(binary) ?? []
  if (root !== undefined && within !== undefined) return { root: root || '/', soffice: within, elsewhere: undefined }
  return { root: '/', soffice: binary, elsewhere: path.dirname(path.dirname(binary)) }
}
