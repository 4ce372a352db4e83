import { foldName } from '../../../../contract/core/name-key.ts'
import { numberedName } from '../../documents/index.ts'

/** Windows forbids these, or they change the reading direction. */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu
/** Windows drops these at the end of a name. */
const LOST_AT_END = /[. ]+$/
/** Windows treats these names as devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00B9\u00B2\u00B3])[ ]*(\.|$)/i

/** The result is never `.` or `..`. */
export function safeName(name: string): string {
  const safe = name
    .normalize('NFC')
    .replace(FORBIDDEN, '_')
    .replace(LOST_AT_END, (end) => '_'.repeat(end.length))
  return DEVICE.test(safe) || safe === '' ? `_${safe}` : safe
}

/** Windows accepts no longer names. */
const LONGEST = 255

export function indexedName(number: string | undefined, name: string): string {
  const whole = number === undefined ? name : `${number} ${name}`
  return whole.length > LONGEST ? name : whole
}

export class ZipNames {
  readonly #taken = new Map<string, Set<string>>()

  /** @param folder path of the folder, '' for the top */
  add(folder: string, name: string, kind: 'file' | 'folder'): string {
    const isFolder = kind === 'folder'
    const taken = this.#taken.get(folder) ?? new Set()
    this.#taken.set(folder, taken)
    const safe = safeName(name)
    let free = safe
    for (let number = 2; taken.has(foldName(free)); number += 1)
      free = numberedName(safe, number, isFolder)
    taken.add(foldName(free))
    return isFolder ? `${folder}${free}/` : `${folder}${free}`
  }
}
