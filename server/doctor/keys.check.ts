import { access, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { findUnopenedRooms } from '../features/rooms/index.ts'
import { openKeyStore } from '../platform/encryption/open-key-store.ts'
import { type Check, type Examined, fault, ok, skipped, withDatabase } from './check.ts'

/** Opening a folder would create missing files. */
const OWN_FILES = ['root.key', 'checkpoint.key', 'bound-to-data']

export const keyChecks: readonly Check[] = [
  {
    name: 'key folder',
    withinMs: 5_000,
    run: async ({ settings: { KEY_DIR, DATA_DIR } }) => {
      if (!path.relative(DATA_DIR, KEY_DIR).startsWith('..'))
        return fault(
          `${KEY_DIR} lies in DATA_DIR, so that each backup of the data holds the keys`,
          'Set KEY_DIR to a folder outside DATA_DIR.',
        )
      const entries = await readdir(KEY_DIR, { recursive: true }).catch(() => undefined)
      if (!entries) return skipped(`${KEY_DIR} does not exist before the first start`)
      for (const entry of ['.', ...entries]) {
        const { mode, uid } = await stat(path.join(KEY_DIR, entry))
        if ((mode & 0o077) !== 0)
          return fault(
            `other accounts may enter or read ${path.join(KEY_DIR, entry)}`,
            `Run: chmod -R go-rwx ${KEY_DIR}`,
          )
        if (uid !== process.getuid?.() && process.getuid?.() !== 0)
          return fault(
            `${path.join(KEY_DIR, entry)} belongs to another account`,
            'Let the folder belong to the account of the server.',
          )
      }
      return ok(`only this account can read ${KEY_DIR}`)
    },
  },
  {
    name: 'room keys',
    withinMs: 60_000,
    run: (examined) => withDatabase(examined, ({ db }) => checkRooms(examined, db)),
  },
]

async function checkRooms(
  { settings: { KEY_DIR: keyDir, DATA_DIR: dataDir } }: Examined,
  db: Parameters<typeof findUnopenedRooms>[0],
) {
  for (const name of OWN_FILES) {
    const isThere = await access(path.join(keyDir, name)).then(
      () => true,
      () => false,
    )
    if (!isThere) return skipped(`${keyDir} has no ${name} before the first start`)
  }
  const { rooms, unopened } = await findUnopenedRooms(db, await openKeyStore({ keyDir, dataDir }))
  if (unopened.length === 0) return ok(`the keys of all ${rooms} rooms open`)
  return fault(
    `the keys of ${unopened.length} of ${rooms} rooms do not open (ids ${unopened.slice(0, 10).join(', ')})`,
    'Restore the key folder from the backup that belongs to this database.',
  )
}
