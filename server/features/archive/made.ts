import { MANIFEST } from '../../../contract/proof/archive-manifest.ts'
import type { ArchiveRow } from './archive.read.ts'

/** Entries are prepared in this order, since later ones are made of earlier ones: the index of contents, the manifest of both. */
export const TURN = { contents: 0, index: 1, manifest: 2, note: 3 } as const

interface MadeFileSpec {
  readonly turn: number
  readonly place: 'before' | 'behind'
  readonly in: 'all' | 'room and own' | 'room'
}

export const isMadeFor = (
  made: MadeFileSpec,
  { scope, group_id: groupId }: Pick<ArchiveRow, 'scope' | 'group_id'>,
): boolean =>
  made.in === 'all' || (groupId === null && (made.in === 'room and own' || scope === 'room'))

export const MADE = {
  'index.html': { turn: TURN.index, place: 'before', in: 'all' },
  'index.csv': { turn: TURN.index, place: 'before', in: 'all' },
  'index.xlsx': { turn: TURN.index, place: 'before', in: 'all' },
  'rights.csv': { turn: TURN.contents, place: 'before', in: 'room' },
  'messages/messages.html': { turn: TURN.contents, place: 'behind', in: 'room and own' },
  'messages/messages.json': { turn: TURN.contents, place: 'behind', in: 'room and own' },
  'questions/questions.html': { turn: TURN.contents, place: 'behind', in: 'all' },
  'questions/questions.json': { turn: TURN.contents, place: 'behind', in: 'all' },
  'log/history.html': { turn: TURN.contents, place: 'behind', in: 'room and own' },
  'log/history.en.html': { turn: TURN.contents, place: 'behind', in: 'room and own' },
  'log/history.json': { turn: TURN.contents, place: 'behind', in: 'room and own' },
  'log/checkpoint.txt': { turn: TURN.contents, place: 'behind', in: 'all' },
  'verify.html': { turn: TURN.contents, place: 'behind', in: 'all' },
  [MANIFEST.list]: { turn: TURN.manifest, place: 'behind', in: 'all' },
  [MANIFEST.note]: { turn: TURN.note, place: 'behind', in: 'all' },
} as const satisfies Readonly<Record<string, MadeFileSpec>>

export type MadePath = keyof typeof MADE
