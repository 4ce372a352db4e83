import { parseArgs } from 'node:util'
import type { MovedBlobs } from '../platform/blob/move-blobs.ts'
import { claimStorage } from '../platform/blob/open-storage.ts'
import { StorageError } from '../platform/blob/s3/storage-error.ts'
import { parseStorageUrl } from '../platform/blob/s3/storage-url.ts'
import { createLog } from '../platform/log/log.ts'
import { ResourceStack } from '../resource-stack.ts'
import { type Command, CommandError, JSON_OPTION, report, UsageError } from './command.ts'

const OPTIONS = { ...JSON_OPTION, to: { type: 'string' } } as const

const LOG = createLog({ level: 'error', destination: process.stderr })

const sentenceOf = ({ moved, bytes }: MovedBlobs): string => `${moved} objects, ${bytes} bytes`

export function storage([act, ...args]: readonly string[]): Command {
  if (act === 'claim') return claim(args)
  if (act !== 'move') throw new UsageError('use storage move or storage claim')
  const { to = '', json } = parseArgs({ args: [...args], options: OPTIONS }).values
  const place = parseStorageUrl(to)
  if (!place) throw new UsageError('--to requires file: or s3://bucket/prefix')
  return async ({ STORAGE_URL }, open) => {
    if (place.kind === 's3' && to !== STORAGE_URL)
      throw new CommandError(`Set STORAGE_URL=${to} and restart the servers first.`)
    const program = await open()
    const onProgress = (done: MovedBlobs): void => void (json || console.error(sentenceOf(done)))
    try {
      const moved = await program.moveStorage({
        to: place.kind,
        isLeaving: STORAGE_URL === 'file:',
        onProgress,
      })
      return report(
        json,
        { to, objects: moved.moved, bytes: moved.bytes },
        `${sentenceOf(moved)} → ${to}`,
      )
    } catch (error) {
      throw error instanceof StorageError ? new CommandError(error.message) : error
    }
  }
}

function claim(args: readonly string[]): Command {
  const { json } = parseArgs({ args: [...args], options: JSON_OPTION }).values
  return async (settings) => {
    const opened = new ResourceStack()
    try {
      const { openDatabase } = await import('../open-database.ts')
      const url = await claimStorage(settings, {
        db: (await openDatabase(settings, LOG, opened)).db,
        log: LOG,
      })
      return report(
        json,
        { storage: url },
        `${url} belongs to this database. Start no other copy of it.`,
      )
    } catch (error) {
      throw error instanceof StorageError ? new CommandError(error.message) : error
    } finally {
      await opened.close()
    }
  }
}
