import { stat } from 'node:fs/promises'
import { NotThatZip } from '../../../contract/proof/zip-directory.ts'
import type { ImportSource } from '../../features/documents/index.ts'
import { StorageError } from '../../platform/blob/s3/storage-error.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { CommandError } from '../command.ts'
import { openBucketSource, parseBucketPlace } from './bucket-source.ts'
import { openFolderSource } from './folder-source.ts'
import { openZipSource } from './zip-source.ts'

interface OpenSource extends ImportSource {
  close(): Promise<void>
}

/** @throws CommandError */
export async function openSource(settings: Settings, from: string): Promise<OpenSource> {
  if (from.startsWith('s3://')) {
    const place = parseBucketPlace(from)
    if (!place) throw new CommandError('--from requires s3://bucket/prefix')
    return openBucketSource(settings, place).catch(asCommandError)
  }
  const found = await stat(from).catch(() => undefined)
  if (!found) throw new CommandError(`There is nothing at ${from}.`)
  if (found.isDirectory())
    return { ...(await openFolderSource(from)), close: async () => undefined }
  return openZipSource(from).catch((error: unknown) => {
    throw error instanceof NotThatZip
      ? new CommandError(`${from} is no folder and no whole zip: ${error.message}.`)
      : error
  })
}

function asCommandError(error: unknown): never {
  throw error instanceof StorageError ? new CommandError(error.message) : error
}
