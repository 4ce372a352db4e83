import { MANIFEST } from '../../../contract/proof/archive-manifest.ts'

/** The index reports the contents, the manifest lists both, and the signature comes last. */
export const TURN = { contents: 0, index: 1, manifest: 2, note: 3 } as const

interface Made {
  readonly turn: number
  /** Placed before or after the documents. */
  readonly place: 'before' | 'behind'
  readonly scope: 'all' | 'room'
}

/** An archive's additional files by path, in order. */
export const MADE = {
  'index.html': { turn: TURN.index, place: 'before', scope: 'all' },
  'index.csv': { turn: TURN.index, place: 'before', scope: 'all' },
  'index.xlsx': { turn: TURN.index, place: 'before', scope: 'all' },
  'rights.csv': { turn: TURN.contents, place: 'before', scope: 'room' },
  'messages/messages.html': { turn: TURN.contents, place: 'behind', scope: 'all' },
  'messages/messages.json': { turn: TURN.contents, place: 'behind', scope: 'all' },
  'log/history.html': { turn: TURN.contents, place: 'behind', scope: 'all' },
  'log/history.en.html': { turn: TURN.contents, place: 'behind', scope: 'all' },
  'log/history.json': { turn: TURN.contents, place: 'behind', scope: 'all' },
  'log/checkpoint.txt': { turn: TURN.contents, place: 'behind', scope: 'all' },
  'verify.html': { turn: TURN.contents, place: 'behind', scope: 'all' },
  [MANIFEST.list]: { turn: TURN.manifest, place: 'behind', scope: 'all' },
  [MANIFEST.note]: { turn: TURN.note, place: 'behind', scope: 'all' },
} as const satisfies Readonly<Record<string, Made>>

export type MadePath = keyof typeof MADE
