import type {
  MatchedName,
  MatchingDocument,
} from '../../../../contract/features/documents/matches.ts'

export type Decision = { readonly documentId: number } | 'new' | 'leave' | undefined

type PairState = 'match' | 'confirm' | 'several' | 'none' | 'unchanged' | 'twice' | 'refused'

export interface NamedFile {
  readonly name: string
  readonly file: File
  readonly refusal: string | undefined
}

export interface Pair extends NamedFile {
  readonly state: PairState
  readonly documents: readonly MatchingDocument[]
  readonly isMore: boolean
  readonly decision: Decision
}

interface PairFilesInput {
  readonly matches: ReadonlyMap<string, MatchedName>
  /** Digests are hex by name, only for files of a document's size. */
  readonly digests: ReadonlyMap<string, string>
  readonly chosen: ReadonlyMap<string, Decision>
  readonly addsOthers: boolean
}

/** Two files never replace one document. */
export function pairFiles(files: readonly NamedFile[], known: PairFilesInput): Pair[] {
  const taken = new Set<number>()
  return files.map((named) => {
    const pair = pairOf(named, known)
    const { decision } = pair
    if (typeof decision !== 'object') return pair
    if (taken.has(decision.documentId)) return { ...pair, state: 'twice', decision: undefined }
    taken.add(decision.documentId)
    return pair
  })
}

function pairOf(named: NamedFile, { matches, digests, chosen, addsOthers }: PairFilesInput): Pair {
  const match = named.refusal === undefined ? matches.get(named.name) : undefined
  const documents = match?.found ?? []
  const { state, proposed } = stateOf(named, match, digests.get(named.name), addsOthers)
  const decision =
    named.refusal === undefined && chosen.has(named.name) ? chosen.get(named.name) : proposed
  return { ...named, state, documents, isMore: match?.isMore ?? false, decision }
}

function stateOf(
  { refusal }: NamedFile,
  match: MatchedName | undefined,
  digest: string | undefined,
  addsOthers: boolean,
): { readonly state: PairState; readonly proposed: Decision } {
  if (refusal !== undefined) return { state: 'refused', proposed: 'leave' }
  if (!match) return { state: 'none', proposed: addsOthers ? 'new' : 'leave' }
  const { by, number, found, isMore } = match
  const numbered = number === undefined ? [] : found.filter(({ index }) => index === number)
  const [only] = found.length === 1 && !isMore ? found : numbered.length === 1 ? numbered : []
  if (!only) return { state: 'several', proposed: undefined }
  if (digest !== undefined && digest === only.sha256)
    return { state: 'unchanged', proposed: 'leave' }
  const contradicts = by === 'number' && only.index !== undefined && only.index !== number
  return by === 'ending' || contradicts
    ? { state: 'confirm', proposed: undefined }
    : { state: 'match', proposed: { documentId: only.id } }
}
