import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { LocalSealedFile, LocalSegment } from '../../platform/blob/sync-sealed-file.ts'
import { newKey } from '../../platform/crypto/room-key.ts'
import { PdfError } from './pdf-error.ts'
import type { PdfProgram } from './pdf-process.ts'
import { base64, type TaskSource, type TaskTarget, taskSource } from './protocol.ts'

/** Documents up to this size are worked on: the largest that can be uploaded or made here. */
const MAX_BYTES = 320 * 2 ** 20

/** What was made of a PDF: sealed under a key that only this program has, in a file that is removed when it is discarded. */
export interface SealedOutcome extends LocalSealedFile {
  readonly segments: readonly [LocalSegment]
  discard(): Promise<void>
}

/** Makes the folder in which outcomes lie. Throws where the program has not been compiled. */
export async function prepareOutcomes({ file }: Pick<PdfProgram<unknown>, 'file'>, folder: string): Promise<void> {
  await fs.access(file).catch(() => {
    throw new Error(`${file} is missing: run "npx tsc -b server" first`)
  })
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
}

/** Bytes of a document. @throws PdfError TOO_LARGE where they are more than are worked on. */
export function requiredSize({ segments }: LocalSealedFile): number {
  const size = segments.reduce((sum, segment) => sum + segment.size, 0)
  if (size > MAX_BYTES) throw new PdfError('TOO_LARGE', `${size} bytes`)
  return size
}

/** Where a task reads and where it writes. */
interface Ends {
  readonly source: TaskSource
  readonly target: TaskTarget
}

/**
 * Has something made of a document by a process; where that fails, nothing is left of it.
 * @param purpose in the context of the outcome, and in the name of its file.
 * @param run does the task, and tells how many bytes it wrote.
 */
export async function sealedOutcome<Told extends { readonly size: number }>(
  folder: string,
  purpose: string,
  source: LocalSealedFile,
  run: (ends: Ends) => Promise<Told>,
): Promise<SealedOutcome & Omit<Told, 'size'>> {
  const id = randomUUID()
  const target = { path: path.join(folder, `${purpose}.${id}`), key: newKey() }
  const context = { room: source.context.room, file: id, fileVersion: 1, purpose }
  const discard = (): Promise<void> => fs.rm(target.path, { force: true })
  try {
    await fs.writeFile(target.path, '', { mode: 0o600, flag: 'wx' })
    const { size, ...told } = await run({ source: taskSource(source), target: { path: target.path, key: base64(target.key), context } })
    return { ...told, segments: [{ ...target, size }], context, discard }
  } catch (error) {
    await discard()
    throw error
  }
}
