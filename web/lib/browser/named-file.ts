import { dayOf } from '../format.ts'

/**
 * Puts the day into the file name.
 * @param title may contain characters that file systems refuse.
 * @param at milliseconds since the epoch.
 */
export function namedFile(bytes: Blob, title: string, at: number, extension: string): File {
  const name = `${title} ${dayOf(at)}`.replace(/[\\/:*?"<>|]/g, '_').trim()
  return new File([bytes], `${name}.${extension}`, { type: bytes.type })
}
