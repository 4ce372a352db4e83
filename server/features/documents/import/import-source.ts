export const SOURCE_FAULTS = {
  PATH: 'The path is absolute, leaves its folder or has an empty step.',
  LINK: 'Links are not followed. Put the file itself there.',
  SPECIAL: 'Neither a file nor a folder.',
  DUPLICATE: 'An earlier entry has the same path.',
  ENCRYPTED: 'The entry is encrypted. Unpack the archive with its password first.',
  METHOD: 'The entry is compressed in another way than Deflate. Pack it again.',
  ENCODING: 'The name is in an unknown encoding.',
  OVERLAP:
    'The entry shares bytes with another one, as in archives that unpack to many times their size.',
  DAMAGED: 'The entry is damaged.',
  CHECKSUM: 'The content does not match its checksum.',
  FALSE_SIZE: 'The content is larger or smaller than the archive claims.',
  CHANGED: 'It changed while it was read. Run the command again.',
  UNREADABLE: 'It cannot be read.',
} as const

export type SourceFaultCode = keyof typeof SOURCE_FAULTS

/** The import continues with the next entry. */
export class SourceFault extends Error {
  override name = 'SourceFault'
  readonly code: SourceFaultCode

  constructor(code: SourceFaultCode) {
    super(SOURCE_FAULTS[code])
    this.code = code
  }
}

export interface SourceEntry {
  readonly path: string
  /** Steps start at the root, in NFC. None is empty or `..`. */
  readonly steps: readonly string[]
  readonly isFolder: boolean
  readonly size: number
  readonly fault?: SourceFaultCode | undefined
  /** Is repeatable. @throws SourceFault */
  content(): AsyncIterable<Uint8Array>
}

export interface ImportSource {
  readonly name: string
  readonly entries: readonly SourceEntry[]
}

const ABSOLUTE = /^(?:\/|[A-Za-z]:\/)/

/** @returns undefined if the path leaves the root */
export function stepsOfPath(path: string): string[] | undefined {
  if (ABSOLUTE.test(path)) return undefined
  const steps = path.replace(/\/$/, '').split('/')
  return steps.some((step) => ['', '.', '..'].includes(step.trim()))
    ? undefined
    : steps.map((step) => step.normalize('NFC'))
}

const HIDDEN = new Set(
  [
    '.DS_Store',
    '.localized',
    '.Spotlight-V100',
    '.Trashes',
    '.fseventsd',
    '.TemporaryItems',
    '__MACOSX',
    'Icon\r',
  ].concat([
    'Thumbs.db',
    'ehthumbs.db',
    'desktop.ini',
    '$RECYCLE.BIN',
    'System Volume Information',
  ]),
)

export const isHidden = (steps: readonly string[]): boolean =>
  steps.some((step) => HIDDEN.has(step) || step.startsWith('~$') || step.startsWith('._'))
