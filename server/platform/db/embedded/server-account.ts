import { lstatSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { type ProgramResult, runProgram, type SpawnIds } from './run-program.ts'

export interface ServerAccount {
  readonly uid: number
  readonly gid: number
  readonly clientUser: string
  readonly prefix: readonly string[]
  readonly spawnIds: SpawnIds
}

const UNPRIVILEGED_ACCOUNTS = ['postgres', 'nobody']

/**
 * PostgreSQL refuses root, which therefore uses the database folder's owner or an unprivileged account.
 * @param databaseFolder may be missing.
 * @throws Error naming the inaccessible folder or its owner.
 */
export async function chooseServerAccount(
  databaseFolder: string,
  neededFolders: readonly string[],
): Promise<ServerAccount> {
  const uid = process.getuid?.()
  const gid = process.getgid?.()
  if (uid === undefined || gid === undefined) {
    throw new Error(
      'The embedded PostgreSQL needs a Unix system. Set DATABASE_URL to a PostgreSQL server instead.',
    )
  }
  const owner = lstatSync(databaseFolder, { throwIfNoEntry: false })
  const clientUser = ownUserName(uid)
  if (uid === 0) return accountUnderRoot(databaseFolder, owner, clientUser, neededFolders)
  if (owner !== undefined && owner.uid !== uid) {
    throw new Error(
      `${databaseFolder} belongs to the user with number ${owner.uid}, and this program runs as ${clientUser} (${uid}).`,
    )
  }
  const dying = ['setpriv', '--pdeathsig', 'INT', '--']
  const prefix = succeeded(await runProgram([...dying, 'true'])) ? dying : []
  return { uid, gid, clientUser, prefix, spawnIds: {} }
}

function ownUserName(uid: number): string {
  try {
    return userInfo().username
  } catch (error) {
    throw new Error(
      `The user with number ${uid} has no name on this system, and PostgreSQL needs one: add it to /etc/passwd.`,
      {
        cause: error,
      },
    )
  }
}

async function accountUnderRoot(
  databaseFolder: string,
  owner: { uid: number; gid: number } | undefined,
  clientUser: string,
  neededFolders: readonly string[],
): Promise<ServerAccount> {
  if (owner?.uid === 0) {
    throw new Error(
      `${databaseFolder} belongs to root, as which PostgreSQL does not run: chown -R it to an unprivileged account.`,
    )
  }
  const ids =
    owner === undefined ? await findUnprivilegedAccount() : { uid: owner.uid, gid: owner.gid }
  for (const way of waysToBecome(ids)) {
    if (!succeeded(await runProgram([...way.prefix, 'true'], way.spawnIds))) continue
    const account = { ...ids, clientUser, ...way }
    await refuseClosedFolders(account, neededFolders)
    return account
  }
  throw new Error(
    `Root may not start programs as the user with number ${ids.uid} here, and PostgreSQL does not run as root.`,
  )
}

/**
 * The best way comes first. CAP_DAC_READ_SEARCH enters root's folders. Without the secure bit, access(2) ignores it. Containers may lack
 * capability or setpriv.
 */
function waysToBecome(ids: {
  uid: number
  gid: number
}): Pick<ServerAccount, 'prefix' | 'spawnIds'>[] {
  const become = [
    'setpriv',
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    '--clear-groups',
    '--no-new-privs',
    '--pdeathsig',
    'INT',
  ]
  const reading = '-all,+dac_read_search'
  return [
    {
      prefix: [
        ...become,
        '--securebits=+no_setuid_fixup',
        ...[
          `--inh-caps=${reading}`,
          `--ambient-caps=${reading}`,
          `--bounding-set=${reading}`,
          '--',
        ],
      ],
      spawnIds: {},
    },
    {
      prefix: [...become, '--inh-caps=-all', '--ambient-caps=-all', '--bounding-set=-all', '--'],
      spawnIds: {},
    },
    { prefix: [], spawnIds: ids },
  ]
}

async function findUnprivilegedAccount(): Promise<{ uid: number; gid: number }> {
  for (const name of UNPRIVILEGED_ACCOUNTS) {
    const [uid, gid] = [await runProgram(['id', '-u', name]), await runProgram(['id', '-g', name])]
    if (succeeded(uid) && succeeded(gid))
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  throw new Error(
    `PostgreSQL does not run as root, and there is no account ${UNPRIVILEGED_ACCOUNTS.join(' or ')} to run it as.`,
  )
}

async function refuseClosedFolders(
  account: ServerAccount,
  folders: readonly string[],
): Promise<void> {
  for (const folder of folders) {
    if (await canEnter(account, folder)) continue
    const closed = await outermostClosed(account, folder)
    throw new Error(
      `PostgreSQL runs as the user with number ${account.uid} and cannot enter ${closed}. Open that folder to it (chmod a+x), ` +
        'or give root setpriv and CAP_DAC_READ_SEARCH, or run the program as an ordinary user.',
    )
  }
}

async function outermostClosed(account: ServerAccount, folder: string): Promise<string> {
  const parent = dirname(folder)
  return parent === folder || (await canEnter(account, parent))
    ? folder
    : outermostClosed(account, parent)
}

async function canEnter(account: ServerAccount, folder: string): Promise<boolean> {
  return succeeded(
    await runProgram([...account.prefix, 'sh', '-c', 'cd -- "$1"', 'sh', folder], account.spawnIds),
  )
}

function succeeded(result: ProgramResult): boolean {
  return result.code === 0
}
