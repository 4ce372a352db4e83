import { REJECTIONS, type RejectionCode } from '../../../../contract/core/errors/rejections.ts'
import { type ErrorCode, errorText } from '../../../../contract/core/errors.ts'
import { EXTENSIONS, LIMITS } from '../../../../contract/core/limits.ts'
import { TURNS_DIRECTION } from '../../../../contract/core/one-line.ts'
import { cleanName, isUsableName, refusedName } from '../documents.rules.ts'
import { SOURCE_FAULTS, type SourceFaultCode } from './import-source.ts'

const OWN_REASONS = {
  HIDDEN: 'An operating system or office program keeps it for itself.',
  LIST: 'The list of the index; it gave order and titles.',
  EXPECTED_LIMIT: `A room may expect ${LIMITS.expectedDocuments} documents, so those without a file are not expected. Remove others and run the command again.`,
  STOPPED: 'The import ended before it. Run the command again.',
} as const

type ImportReason =
  | RejectionCode
  | SourceFaultCode
  | keyof typeof OWN_REASONS
  | 'NO_SPACE'
  | 'FOLDER_DEPTH'

/** `planned` belongs to a dry run, `pending` to an ended import. */
type ImportOutcome = 'imported' | 'planned' | 'existed' | 'skipped' | 'refused' | 'pending'

export interface ImportedEntry {
  readonly path: string
  readonly size: number
  readonly outcome: ImportOutcome
  readonly target?: string | undefined
  readonly code?: ImportReason | undefined
  readonly detail?: string | undefined
}

export interface ImportRefusal {
  readonly code: ImportReason
  readonly detail?: string | undefined
}

function sentenceOf(code: ImportReason): string {
  if (code in REJECTIONS) return REJECTIONS[code as RejectionCode].en
  if (code in SOURCE_FAULTS) return SOURCE_FAULTS[code as SourceFaultCode]
  if (code in OWN_REASONS) return OWN_REASONS[code as keyof typeof OWN_REASONS]
  return errorText(code as ErrorCode, 'en')
}

export const reasonOf = ({ code, detail }: Pick<ImportedEntry, 'code' | 'detail'>): string =>
  [code && sentenceOf(code), detail].filter((text) => text !== undefined).join(' ')

function detailOfName(name: string): string | undefined {
  const cleaned = cleanName(name)
  if (cleaned !== name) return `Without control characters it would be “${cleaned}”.`
  if (TURNS_DIRECTION.test(name)) return 'It holds marks that turn the direction of text.'
  const length = [...name].length
  return length > LIMITS.nameLength
    ? `It has ${length} characters, and ${LIMITS.nameLength} are allowed.`
    : undefined
}

/** Unusable names are refused, not changed. Only NFC normalization keeps a name the same. */
export function refusalOfName(name: string, isFolder: boolean): ImportRefusal | undefined {
  const code =
    cleanName(name) !== name
      ? 'NAME'
      : isFolder
        ? isUsableName(name)
          ? undefined
          : 'NAME'
        : refusedName([], name)
  if (code === undefined) return undefined
  return {
    code,
    detail:
      code === 'NAME'
        ? detailOfName(name)
        : code === 'EXTENSION'
          ? `Allowed: ${EXTENSIONS.join(', ')}.`
          : undefined,
  }
}
