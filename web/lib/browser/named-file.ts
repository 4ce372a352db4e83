import { dayOf } from '../format.ts'

/**
 * Adds the day.
 * @param title may contain characters refused by file systems.
 * @param at epoch milliseconds.
 */
export function namedFile(bytes: Blob, title: string, at: number, extension: string): File {
  const name = `${title} ${dayOf(at)}`.replace(/[\\/:*?"<>|]/g, '_').trim()
  return new File([bytes], `${name}.${extension}`, { type: bytes.type })
}
