import { describe, expect, it } from 'vitest'
import type {
  MatchedName,
  MatchingDocument,
} from '../../../../contract/features/documents/matches.ts'
import { type Decision, pairFiles } from './pair-files.ts'

const named = (name: string, refusal?: string) => ({ name, file: new File(['a'], name), refusal })
const document = (id: number, more: Partial<MatchingDocument> = {}): MatchingDocument => ({
  ...{
    id,
    name: '정관.pdf',
    parent: 0,
    path: [],
    size: 1,
    sha256: `digest ${id}`,
    uploadedAt: '2026-01-02T03:04:05.000Z',
  },
  ...more,
})
const match = (
  name: string,
  found: MatchingDocument[],
  more: Partial<MatchedName> = {},
): MatchedName => ({
  ...{ name, by: 'name', found, isMore: false },
  ...more,
})

interface PairFilesTrial {
  readonly matches?: readonly MatchedName[]
  readonly digests?: Readonly<Record<string, string>>
  readonly chosen?: Readonly<Record<string, Decision>>
  readonly addsOthers?: boolean
}

const paired = (
  files: readonly ReturnType<typeof named>[],
  { matches = [], digests = {}, chosen = {}, addsOthers = false }: PairFilesTrial = {},
) =>
  pairFiles(files, {
    matches: new Map(matches.map((each) => [each.name, each])),
    digests: new Map(Object.entries(digests)),
    chosen: new Map(Object.entries(chosen)),
    addsOthers,
  }).map(({ state, decision }) => [state, decision])

describe('what becomes of files', () => {
  it('is a new version of the one document, and nothing that a person has not chosen among several or confirmed', () => {
    const [one, two, ending] = [named('a.pdf'), named('b.pdf'), named('c (2).pdf')]
    const matches = [
      match('a.pdf', [document(1)]),
      match('b.pdf', [document(2), document(3)]),
      match('c (2).pdf', [document(4)], { by: 'ending' }),
    ]
    expect(paired([one, two, ending], { matches })).toEqual([
      ['match', { documentId: 1 }],
      ['several', undefined],
      ['confirm', undefined],
    ])
    const chosen = { 'b.pdf': { documentId: 3 }, 'c (2).pdf': 'leave' as const }
    expect(paired([one, two, ending], { matches, chosen }).map(([, decision]) => decision)).toEqual(
      [{ documentId: 1 }, { documentId: 3 }, 'leave'],
    )
  })

  it('follows the number before a name where only one of several documents has it', () => {
    const found = [document(1, { index: '2.1' }), document(2, { index: '3.1' })]
    const numbered = (number: string) =>
      paired([named('a.pdf')], { matches: [match('a.pdf', found, { by: 'number', number })] })
    expect(numbered('3.1')).toEqual([['match', { documentId: 2 }]])
    expect(numbered('4.1')).toEqual([['several', undefined]])
  })

  it('is nothing where the content is the same, and where there is no document, unless they are to be added', () => {
    const files = [named('a.pdf'), named('b.pdf'), named('c.exe', 'type')]
    const given = { matches: [match('a.pdf', [document(1)])], digests: { 'a.pdf': 'digest 1' } }
    expect(paired(files, given)).toEqual([
      ['unchanged', 'leave'],
      ['none', 'leave'],
      ['refused', 'leave'],
    ])
    expect(paired(files, { ...given, addsOthers: true }).map(([, decision]) => decision)).toEqual([
      'leave',
      'new',
      'leave',
    ])
    expect(paired(files, { ...given, chosen: { 'c.exe': 'new' } }).at(-1)).toEqual([
      'refused',
      'leave',
    ])
  })

  it('is never one document for two files', () => {
    const matches = [
      match('a.pdf', [document(1)]),
      match('1. a.pdf', [document(1)], { by: 'number', number: '1' }),
    ]
    expect(paired([named('a.pdf'), named('1. a.pdf')], { matches })).toEqual([
      ['match', { documentId: 1 }],
      ['twice', undefined],
    ])
  })
})
