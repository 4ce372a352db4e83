/** Why an entry of a source cannot be read. */
export const SOURCE_FAULTS = {
  PATH: 'The path is absolute, leaves its folder or has an empty step.',
  LINK: 'Links are not followed. Put the file itself there.',
  SPECIAL: 'Neither a file nor a folder.',
  DUPLICATE: 'An earlier entry has the same path.',
  ENCRYPTED: 'The entry is encrypted. Unpack the archive with its password first.',
  METHOD: 'The entry is compressed in another way than Deflate. Pack it again.',
  ENCODING: 'The name is in an unknown encoding.',
  OVERLAP: 'The entry shares bytes with another one, as in archives that unpack to many times their size.',
  DAMAGED: 'The entry is damaged.',
  CHECKSUM: 'The content does not match its checksum.',
  FALSE_SIZE: 'The content is larger or smaller than the archive claims.',
  CHANGED: 'It changed while it was read. Run the command again.',
  UNREADABLE: 'It cannot be read.',
} as const

export type SourceFaultCode = keyof typeof SOURCE_FAULTS

/** This entry alone cannot be read. */
export class SourceFault extends Error {
  override name = 'SourceFault'
  readonly code: SourceFaultCode

  constructor(code: SourceFaultCode) {
    super(SOURCE_FAULTS[code])
    this.code = code
  }
}

export interface SourceEntry {
  /** As the source has it, for the report. */
  readonly path: string
  /** From the root of the source, in NFC, none of them empty or `..`. */
  readonly steps: readonly string[]
  readonly isFolder: boolean
  readonly size: number
  readonly fault?: SourceFaultCode | undefined
  /** May be read more than once. @throws SourceFault */
  content(): AsyncIterable<Uint8Array>
}

export interface ImportSource {
  /** Of the folder or archive, which may itself begin with a number. */
  readonly name: string
  readonly entries: readonly SourceEntry[]
}

const ABSOLUTE = /^(?:\/|[A-Za-z]:\/)/

/** @returns undefined for a path that is no place below the root */
export function stepsOfPath(path: string): string[] | undefined {
  if (ABSOLUTE.test(path)) return undefined
  const steps = path.replace(/\/$/, '').split('/')
  return steps.some((step) => ['', '.', '..'].includes(step.trim())) ? undefined : steps.map((step) => step.normalize('NFC'))
}

const HIDDEN = new Set(
  ['.DS_Store', '.localized', '.Spotlight-V100', '.Trashes', '.fseventsd', '.TemporaryItems', '__MACOSX', 'Icon\r'].concat([
    'Thumbs.db',
    'ehthumbs.db',
    'desktop.ini',
    '$RECYCLE.BIN',
    'System Volume Information',
  ]),
)

/** What operating systems and office programs leave beside documents. */
export const isHidden = (steps: readonly string[]): boolean =>
  steps.some((step) => HIDDEN.has(step) || step.startsWith('~$') || step.startsWith('._'))
