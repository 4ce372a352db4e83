import { beforeEach, expect, test } from 'vitest'
import type { Hit, Piece } from '../opening/lease.ts'
import { FindSession, piecesFrom } from './find-session.ts'

interface AskedSearch extends Piece {
  readonly words: string
  readonly signal: AbortSignal
  readonly answer: (hits: readonly Hit[], isCut?: boolean) => void
  readonly fail: (error: unknown) => void
  readonly slow: () => void
}

let asked: AskedSearch[]
let session: FindSession

const hit = (page: number): Hit => ({ page, rects: [{ x: 1, y: 2, width: 3, height: 4 }] })
const settle = () => new Promise((resolve) => setImmediate(resolve))
const pieces = () => asked.map(({ from, to }) => `${from}-${to}`)

beforeEach(() => {
  asked = []
  session = new FindSession({
    pageCount: 100,
    hitsMax: 5,
    parallel: 2,
    search: (words, piece, signal, slow) =>
      new Promise((resolve, reject) => {
        asked.push({
          ...piece,
          words,
          signal,
          answer: (hits, isCut = false) => resolve({ hits, isCut }),
          fail: reject,
          slow,
        })
      }),
  })
})

test('pieces are searched from the page outwards, each page once', () => {
  expect(piecesFrom(45, 100, 20)).toEqual([
    { from: 41, to: 60 },
    { from: 61, to: 80 },
    { from: 21, to: 40 },
    { from: 81, to: 100 },
    { from: 1, to: 20 },
  ])
  expect(piecesFrom(9, 7, 20)).toEqual([{ from: 1, to: 7 }])
})

test('two pieces at a time, and nobody is led away from where the reader is before that is searched', async () => {
  void session.start('계약', 45)
  expect(pieces()).toEqual(['41-60', '61-80'])
  asked[1]?.answer([hit(70)])
  await settle()
  expect(session.current()).toBeUndefined()
  expect(session.state()).toMatchObject({ kind: 'running', count: 1, position: 0 })
  asked[0]?.answer([hit(42), hit(50)])
  await settle()
  expect(session.current()).toEqual(hit(50))
  expect(session.state()).toMatchObject({ kind: 'running', count: 3, position: 2, progress: 0.4 })
  expect(pieces()).toEqual(['41-60', '61-80', '21-40', '81-100'])
})

test('without a hit where the reader is, the next one that is found becomes the current one, and stays it', async () => {
  void session.start('계약', 45)
  asked[0]?.answer([])
  await settle()
  asked[1]?.answer([hit(70)])
  await settle()
  asked[2]?.answer([hit(40)])
  await settle()
  expect(session.current()).toEqual(hit(70))
  expect(session.state()).toMatchObject({ position: 2, count: 2 })
})

test('steps go around in the order of the pages', async () => {
  void session.start('a', 1)
  asked[0]?.answer([hit(3), hit(3)])
  asked[1]?.answer([hit(30)])
  await settle()
  expect(session.state()).toMatchObject({ position: 1, count: 3 })
  expect(session.step(-1)?.page).toBe(30)
  expect(session.step(1)?.page).toBe(3)
  session.step(1)
  expect(session.state().position).toBe(2)
  expect(session.hitsOn(3)).toHaveLength(2)
})

test('other words end the search before them', async () => {
  void session.start('a', 1)
  void session.start('ab', 1)
  expect(asked[0]?.signal.aborted).toBe(true)
  asked[0]?.answer([hit(1)])
  await settle()
  expect(session.state()).toMatchObject({ words: 'ab', count: 0 })
  void session.start('', 1)
  expect(asked.at(-1)?.signal.aborted).toBe(true)
  expect(session.state().kind).toBe('idle')
})

test('enough is enough, and is said to be not all', async () => {
  void session.start('a', 1)
  asked[0]?.answer([1, 2, 3, 4, 5].map(hit))
  await settle()
  asked[1]?.answer([])
  await settle()
  expect(pieces()).toEqual(['1-20', '21-40'])
  expect(session.state()).toMatchObject({ kind: 'done', isCut: true, count: 5 })
})

test('a failure is shown, and searching again restarts', async () => {
  void session.start('a', 1)
  asked[0]?.fail(new Error('busy'))
  await settle()
  expect(session.state().kind).toBe('failed')
  expect(asked[1]?.signal.aborted).toBe(true)
  void session.start('a', 1)
  expect(session.state().kind).toBe('running')
})

test('a search that is stopped keeps what it has', async () => {
  void session.start('a', 1)
  asked[0]?.answer([hit(3)])
  await settle()
  session.stop()
  asked[1]?.answer([hit(30)])
  await settle()
  expect(session.state()).toMatchObject({ kind: 'done', count: 1 })
})

test('a piece that takes long is said to do so until it has answered, and not by a search that has ended', async () => {
  void session.start('계약', 45)
  expect(session.state().isSlow).toBe(false)
  asked[0]?.slow()
  expect(session.state()).toMatchObject({ kind: 'running', isSlow: true })
  asked[0]?.answer([])
  await settle()
  expect(session.state()).toMatchObject({ kind: 'running', isSlow: false, progress: 0.2 })
  void session.start('보증', 45)
  asked[1]?.slow()
  expect(session.state()).toMatchObject({ words: '보증', isSlow: false })
})
