import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { isBlobId } from '../platform/blob/blob-store.ts'
import { BackupError } from './backup-error.ts'

/** `destroyed` means deleted after the snapshot, `missing` means absent from the storage. */
export type ListedBlob = { readonly id: string } & (
  | { readonly is: 'copied'; readonly size: number; readonly sha256: string }
  | { readonly is: 'destroyed' | 'missing' }
)

const LINE = /^([0-9a-f]{32}) (?:(\d{1,15}) ([0-9a-f]{64})|- (destroyed|missing))$/
const absent = z.enum(['destroyed', 'missing'])

export const lineOf = (blob: ListedBlob): string =>
  blob.is === 'copied' ? `${blob.id} ${blob.size} ${blob.sha256}\n` : `${blob.id} - ${blob.is}\n`

/** Yields blobs by id. @throws BackupError */
export async function* readBlobList(file: string): AsyncGenerator<ListedBlob> {
  for await (const line of linesOf(file)) {
    const [, id = '', size, sha256 = '', is] = LINE.exec(line) ?? []
    if (!isBlobId(id)) throw new BackupError(`${file} is damaged: it has a line of another form.`)
    if (size === undefined) yield { id, is: absent.parse(is) }
    else yield { id, is: 'copied', size: Number(size), sha256 }
  }
}

export const linesOf = (file: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })

export function finderIn(
  list: AsyncIterator<ListedBlob> | undefined,
): (id: string) => Promise<ListedBlob | undefined> {
  let current: ListedBlob | undefined
  let isOver = list === undefined
  return async (id) => {
    while (!isOver && (current === undefined || current.id < id)) {
      const next = await list?.next()
      isOver = next === undefined || next.done === true
      current = isOver ? undefined : next?.value
    }
    return current?.id === id ? current : undefined
  }
}
