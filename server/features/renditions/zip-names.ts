import { foldName } from '../../../contract/core/name-key.ts'
import { numberedName } from '../documents/index.ts'

/** What no name of Windows may hold, and what turns the reading direction. */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu
/** Windows drops these from the end of a name, with whatever that makes equal. */
const LOST_AT_END = /[. ]+$/
/** Names of devices, with any extension behind them. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00B9\u00B2\u00B3])[ ]*(\.|$)/i

/** A name as Windows and every other system can unpack it: one step of a way, never `.` or `..`. */
export function safeName(name: string): string {
  const safe = name
    .normalize('NFC')
    .replace(FORBIDDEN, '_')
    .replace(LOST_AT_END, (end) => '_'.repeat(end.length))
  return DEVICE.test(safe) || safe === '' ? `_${safe}` : safe
}

/** Gives each file and folder of a zip a way that is safe and its own, also where capitals do not count. */
export class ZipNames {
  readonly #taken = new Map<string, Set<string>>()

  /** @param folder the way of the folder that it lies in, as it was given here; '' is the top. */
  add(folder: string, name: string, kind: 'file' | 'folder'): string {
    const isFolder = kind === 'folder'
    const taken = this.#taken.get(folder) ?? new Set()
    this.#taken.set(folder, taken)
    const safe = safeName(name)
    let free = safe
    for (let number = 2; taken.has(foldName(free)); number += 1) free = numberedName(safe, number, isFolder)
    taken.add(foldName(free))
    return isFolder ? `${folder}${free}/` : `${folder}${free}`
  }
}
