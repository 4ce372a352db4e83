import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { syncDirectory } from '../../encryption/durable-files.ts'
import type { PostgresBinaries } from './binaries.ts'
import { SUPERUSER } from './roles.ts'
import { runProgram } from './run-program.ts'
import type { ServerAccount } from './server-account.ts'

/** The fallback is any UTF-8 locale. */
const PREFERRED_CTYPES = ['C.UTF-8', 'en_US.UTF-8']

/** Interrupted starts are harmless. */
export async function createCluster(
  databaseFolder: string,
  binaries: PostgresBinaries,
  account: ServerAccount,
): Promise<void> {
  if (existsSync(databaseFolder)) return
  const unfinished = `${databaseFolder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  chownSync(unfinished, account.uid, account.gid)
  const words = [
    ...[binaries.initdb, '-D', unfinished, '-U', SUPERUSER],
    ...[
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      `--lc-ctype=${await findUtf8Ctype()}`,
    ],
    ...['--auth-local=peer', '--auth-host=reject', '--no-instructions'],
  ]
  const result = await runProgram([...account.prefix, ...words], account.spawnIds)
  if (result.code !== 0)
    throw new Error(`PostgreSQL's initdb failed in ${unfinished}: ${result.stderr.trim()}`)
  renameSync(unfinished, databaseFolder)
  // Power losses could revert the name and lose commits.
  await syncDirectory(dirname(databaseFolder))
}

/** 18.4 gives `18`. @throws Error for another folder. */
export function majorOf(databaseFolder: string): string {
  const file = join(databaseFolder, 'PG_VERSION')
  if (!existsSync(file))
    throw new Error(`${databaseFolder} is not a PostgreSQL data folder: it holds no PG_VERSION.`)
  return readFileSync(file, 'utf8').trim()
}

/** @throws Error for another major version. */
export function checkClusterVersion(databaseFolder: string, binaries: PostgresBinaries): void {
  const found = majorOf(databaseFolder)
  if (found === binaries.major) return
  const remedy =
    Number(found) < Number(binaries.major)
      ? 'Run npm run room -- database upgrade, which copies it and keeps the former one.'
      : 'Start the release of Sealroom that wrote it.'
  throw new Error(
    `${databaseFolder} was written by PostgreSQL ${found}, and this program brings PostgreSQL ${binaries.major}. ${remedy}`,
  )
}

/** Admits own user and root. PostgreSQL's account cannot change files outside the folder. */
export function writeAccessRules(
  folder: string,
  account: ServerAccount,
): { hba_file: string; ident_file: string } {
  const files = { hba_file: join(folder, 'pg_hba.conf'), ident_file: join(folder, 'pg_ident.conf') }
  const users = new Set([account.clientUser, 'root'])
  mkdirSync(folder, { recursive: true })
  writeFileSync(files.hba_file, 'local all all peer map=sealroom\n')
  writeFileSync(files.ident_file, [...users].map((user) => `sealroom "${user}" all\n`).join(''))
  // The server's account reads these.
  chmodSync(folder, 0o755)
  for (const file of Object.values(files)) chmodSync(file, 0o644)
  return files
}

async function findUtf8Ctype(): Promise<string> {
  const { stdout } = await runProgram(['locale', '-a'])
  const present = stdout.split('\n')
  const preferred = PREFERRED_CTYPES.find((name) =>
    present.some((other) => plain(other) === plain(name)),
  )
  return preferred ?? present.find((name) => plain(name).endsWith('.utf8')) ?? 'C.UTF-8'
}

function plain(locale: string): string {
  return locale.toLowerCase().replace('utf-8', 'utf8')
}
