import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { whenWhole } from '../../../platform/blob/arriving-blob.ts'
import type {
  LocalEncryptedFile,
  LocalSegment,
} from '../../../platform/blob/sync-encrypted-file.ts'
import { newKey } from '../../../platform/encryption/room-key.ts'
import { PdfError } from '../pdf-error.ts'
import type { PdfProgram } from '../pdf-process.ts'
import { base64, type TaskSource, type TaskTarget, taskSource } from '../protocol.ts'

const MAX_BYTES = 320 * 2 ** 20

/** This process's key encrypts; `discard` removes it. */
export interface EncryptedOutcome extends LocalEncryptedFile {
  readonly segments: readonly [LocalSegment]
  discard(): Promise<void>
}

/** @throws Error if the program is not compiled */
export async function prepareOutcomes(
  { file }: Pick<PdfProgram<unknown>, 'file'>,
  folder: string,
): Promise<void> {
  await fs.access(file).catch(() => {
    throw new Error(`${file} is missing: run "npx tsc -b server" first`)
  })
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
}

/** @throws PdfError TOO_LARGE */
export function requiredSize({ segments }: LocalEncryptedFile): number {
  const size = segments.reduce((sum, segment) => sum + segment.size, 0)
  if (size > MAX_BYTES) throw new PdfError('TOO_LARGE', `${size} bytes`)
  return size
}

interface Ends {
  readonly source: TaskSource
  readonly target: TaskTarget
}

/** A failed task leaves no file. @param purpose is part of context and file name */
export async function encryptedOutcome<Reported extends { readonly size: number }>(
  folder: string,
  purpose: string,
  source: LocalEncryptedFile,
  run: (ends: Ends) => Promise<Reported>,
): Promise<EncryptedOutcome & Omit<Reported, 'size'>> {
  const id = randomUUID()
  const target = { path: path.join(folder, `${purpose}.${id}`), key: newKey() }
  const context = { room: source.context.room, file: id, fileVersion: 1, purpose }
  const discard = (): Promise<void> => fs.rm(target.path, { force: true })
  await Promise.all(source.segments.map(whenWhole))
  try {
    await fs.writeFile(target.path, '', { mode: 0o600, flag: 'wx' })
    const { size, ...reported } = await run({
      source: taskSource(source),
      target: { path: target.path, key: base64(target.key), context },
    })
    return { ...reported, segments: [{ ...target, size }], context, discard }
  } catch (error) {
    await discard()
    throw error
  }
}
