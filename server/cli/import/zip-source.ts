import path from 'node:path'
import { NotThatZip } from '../../../contract/proof/zip-directory.ts'
import { type ImportSource, SourceFault, stepsOfPath } from '../../features/documents/index.ts'
import { openZipFile, ZipEntryError, type ZipFileEntry } from '../../platform/zip/open-zip-file.ts'
import { isSystemError } from './system-error.ts'

interface ZipSource extends ImportSource {
  close(): Promise<void>
}

/** @throws NotThatZip */
export async function openZipSource(file: string): Promise<ZipSource> {
  const { entries, close } = await openZipFile(file)
  return {
    name: path.basename(file, path.extname(file)).normalize('NFC'),
    entries: entries.map((entry) => {
      // Windows programs write backslashes despite the specification.
      const name = entry.name.includes('/') ? entry.name : entry.name.replaceAll('\\', '/')
      const steps = stepsOfPath(name)
      const fault = entry.fault ?? (steps ? undefined : 'PATH')
      return {
        path: name,
        steps: steps ?? [],
        isFolder: name.endsWith('/'),
        size: entry.size,
        fault,
        content: () => contentOf(entry),
      }
    }),
    close,
  }
}

async function* contentOf(entry: ZipFileEntry): AsyncGenerator<Uint8Array> {
  try {
    yield* entry.content()
  } catch (error) {
    if (error instanceof ZipEntryError) throw new SourceFault(error.fault)
    throw error instanceof NotThatZip || isSystemError(error)
      ? new SourceFault('UNREADABLE')
      : error
  }
}
