import { randomUUID } from 'node:crypto'
import { access, open, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { type Check, fault, ok, skipped, warning } from './check.ts'

const GB = 1e9
const FULL_SHARE = 0.03
const LOW_SHARE = 0.1

/** `linux/magic.h` defines these numbers. */
const VOLATILE: Readonly<Record<number, string>> = {
  [0x01021994]: 'tmpfs',
  [0x858458f6]: 'ramfs',
  [0x794c7630]: 'overlay',
}
const REMOTE: Readonly<Record<number, string>> = {
  [0x6969]: 'NFS',
  [0xff534d42]: 'CIFS',
  [0xfe534d42]: 'SMB',
  [0x517b]: 'SMB',
}

export const diskChecks: readonly Check[] = [
  {
    name: 'disk space',
    withinMs: 5_000,
    run: async ({ settings: { DATA_DIR } }) => {
      const { bavail, blocks, bsize } = await statfs(await existing(DATA_DIR))
      const message = `${(bavail * bsize) / GB > 1 ? Math.floor((bavail * bsize) / GB) : ((bavail * bsize) / GB).toFixed(2)} GB of ${Math.floor((blocks * bsize) / GB)} GB are free for ${DATA_DIR}`
      if (blocks === 0) return skipped(`the file system of ${DATA_DIR} says no size`)
      const share = bavail / blocks
      const remedy =
        'Enlarge the disk, lower STORAGE_CACHE_GB, or move documents to an object storage.'
      if (share < FULL_SHARE) return fault(message, remedy)
      return share < LOW_SHARE ? warning(message, remedy) : ok(message)
    },
  },
  {
    name: 'data folder',
    withinMs: 10_000,
    run: async ({ settings: { DATA_DIR } }) => {
      if (!(await isThere(DATA_DIR)))
        return skipped(`${DATA_DIR} does not exist before the first start`)
      try {
        await writeDurably(path.join(DATA_DIR, `.doctor-${randomUUID()}`))
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
        return fault(
          `${DATA_DIR} cannot be written (${code})`,
          'Let the account of the server write there, and look whether the disk is mounted read-only or full.',
        )
      }
      const { type } = await statfs(DATA_DIR)
      const volatile = VOLATILE[type]
      if (volatile !== undefined)
        return warning(
          `${DATA_DIR} lies on ${volatile}, which may be lost at a restart`,
          'Set DATA_DIR to a disk that stays, in a container to a volume.',
        )
      const remote = REMOTE[type]
      if (remote !== undefined)
        return warning(
          `${DATA_DIR} lies on ${remote}`,
          'The embedded database needs a local disk; with a shared one set DATABASE_URL.',
        )
      return ok(`${DATA_DIR} can be written and synced`)
    },
  },
]

async function writeDurably(file: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile('doctor')
    await handle.sync()
  } finally {
    await handle.close()
    await rm(file, { force: true })
  }
}

const isThere = (place: string): Promise<boolean> =>
  access(place).then(
    () => true,
    () => false,
  )

async function existing(folder: string): Promise<string> {
  return (await isThere(folder)) || path.dirname(folder) === folder
    ? folder
    : existing(path.dirname(folder))
}
