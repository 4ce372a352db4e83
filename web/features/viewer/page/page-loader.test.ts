import { beforeEach, describe, expect, test } from 'vitest'
import type { PageRequest } from '../opening/lease.ts'
import { PageLoader } from './page-loader.ts'
import type { WantedTile } from './tile-plan.ts'

interface AskedPage extends PageRequest {
  readonly signal: AbortSignal
  readonly resolve: (blob: Blob) => void
  readonly reject: (error: unknown) => void
}

let asked: AskedPage[]
let open: Set<string>
let made: number
let broken: Set<string>
let loader: PageLoader

const settle = () => new Promise((resolve) => setImmediate(resolve))
const nameOf = ({ page, width, tile }: AskedPage) =>
  tile ? `${page}/${width}/${tile.column}.${tile.row}` : `${page}`
const running = () =>
  asked
    .filter(({ signal }) => !signal.aborted)
    .map((request) => `${nameOf(request)}${request.isPrefetch ? '*' : ''}`)

beforeEach(() => {
  asked = []
  open = new Set()
  made = 0
  broken = new Set()
  loader = new PageLoader(100, {
    parallel: 3,
    load: (request, signal) =>
      new Promise((resolve, reject) => {
        asked.push({ ...request, signal, resolve, reject })
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
    createUrl: () => {
      made += 1
      open.add(`url${made}`)
      return `url${made}`
    },
    decode: async (url) => {
      if (broken.has(url)) throw new Error('no image')
    },
    revokeUrl: (url) => void open.delete(url),
  })
})

const show = (
  [first = 0, last = first]: readonly number[],
  width: number,
  tiles: readonly WantedTile[] = [],
) => loader.show({ first, last, width, tiles })

async function answerAll() {
  for (let answered = 0; answered < asked.length; ) {
    asked[answered]?.resolve(new Blob(['x']))
    answered += 1
    await settle()
  }
}

test('what is seen comes first, and only then the neighbours as prefetch, three at a time, and nothing beyond', async () => {
  show([10, 11], 800)
  expect(running()).toEqual(['10', '11'])
  asked[0]?.resolve(new Blob(['x']))
  await settle()
  expect(running()).toEqual(['10', '11'])
  asked[1]?.resolve(new Blob(['x']))
  await settle()
  expect(running()).toEqual(['10', '11', '12*', '9*', '13*'])
  await answerAll()
  expect(running()).toEqual(['10', '11', '12*', '9*', '13*', '8*'])
  expect(loader.state(10)).toMatchObject({ kind: 'shown' })
})

test('there is no page before the first and none after the last', async () => {
  show([1], 800)
  await answerAll()
  expect(running()).toEqual(['1', '2*', '3*'])
  asked = []
  show([100], 800)
  await answerAll()
  expect(running()).toEqual(['100', '99*', '98*'])
})

test('what was scrolled past is aborted, is no failure, and is asked again when it is seen again', async () => {
  show([1], 800)
  show([50], 800)
  await settle()
  expect(running()).toEqual(['50'])
  expect(loader.state(1)).toEqual({ kind: 'waiting' })
  await answerAll()
  asked = []
  show([1], 800)
  expect(running()).toContain('1')
})

test('far pages give their images back, and the end gives back all', async () => {
  show([1], 800)
  await answerAll()
  expect(open.size).toBe(3)
  show([40], 800)
  expect(open.size).toBe(0)
  expect(loader.state(1)).toEqual({ kind: 'waiting' })
  await answerAll()
  loader.close()
  await settle()
  expect(open.size).toBe(0)
})

test('at another width the old image stays until the new one is there', async () => {
  show([1], 800)
  await answerAll()
  const before = loader.state(1)
  asked = []
  show([1], 1_200)
  expect(asked[0]).toMatchObject({ page: 1, width: 1_200 })
  expect(loader.state(1)).toEqual(before)
  await answerAll()
  expect(loader.state(1)).not.toEqual(before)
  expect(open.size).toBe(3)
})

test('one page that fails stops no other and is asked again on demand alone', async () => {
  let reported = 0
  loader.subscribe(1, () => {
    reported += 1
  })
  show([1], 800)
  asked[0]?.reject(new Error('broken'))
  await settle()
  expect(loader.state(1)).toMatchObject({ kind: 'failed' })
  await answerAll()
  expect(loader.state(2)).toMatchObject({ kind: 'shown' })
  expect(asked.filter(({ page }) => page === 1)).toHaveLength(1)
  loader.retry(1)
  await answerAll()
  expect(loader.state(1)).toMatchObject({ kind: 'shown' })
  expect(reported).toBe(3)
})

test('a larger image serves a smaller page as well', async () => {
  show([1], 1_200)
  await answerAll()
  asked = []
  show([1], 800)
  expect(asked).toEqual([])
  expect(loader.state(1)).toMatchObject({ kind: 'shown' })
})

test('what failed before anybody saw it is asked for again when it comes into sight', async () => {
  show([1], 800)
  asked[0]?.resolve(new Blob(['x']))
  await settle()
  asked.find(({ page }) => page === 2)?.reject(new Error('busy'))
  await settle()
  expect(loader.state(2)).toMatchObject({ kind: 'failed' })
  expect(asked.filter(({ page }) => page === 2)).toHaveLength(1)
  show([1, 2], 800)
  expect(loader.state(2)).toEqual({ kind: 'waiting' })
  await answerAll()
  expect(loader.state(2)).toMatchObject({ kind: 'shown' })
})

test('what cannot be decoded is a failure, and its memory is given back', async () => {
  broken.add('url1')
  show([1], 800)
  await answerAll()
  expect(loader.state(1)).toMatchObject({ kind: 'failed' })
  expect(loader.state(2)).toMatchObject({ kind: 'shown' })
  expect(open.size).toBe(2)
})

test('large images are given back sooner, though none that would be fetched again at once', async () => {
  const large = { size: 30_000_000 } as Blob
  for (const page of [10, 11, 12, 13]) {
    show([page], 4_096)
    for (let answered = 0; answered < asked.length; answered += 1) {
      asked[answered]?.resolve(large)
      await settle()
    }
  }
  expect(open.size).toBe(5)
  expect(loader.state(10)).toEqual({ kind: 'waiting' })
  expect(asked.filter(({ page }) => page === 13)).toHaveLength(1)
})

test('a sharper image that fails leaves the one that is there, and is not asked for again where it is', async () => {
  show([1], 800)
  await answerAll()
  const before = loader.state(1)
  asked = []
  show([1], 1_200)
  asked.find(({ page }) => page === 1)?.reject(new Error('slow'))
  await answerAll()
  expect(loader.state(1)).toEqual(before)
  expect(asked.filter(({ page }) => page === 1)).toHaveLength(1)
})

describe('tiles', () => {
  const tile = (column: number, width = 4_800, isSeen = true): WantedTile => ({
    page: 1,
    width,
    column,
    row: 0,
    isSeen,
  })
  const shown = () => loader.tiles(1).map(({ width, column }) => `${width}/${column}`)

  test('come after a page of which nothing is there and before all that lies around', async () => {
    show([1], 2_400, [tile(0), tile(1), tile(2, 4_800, false)])
    await answerAll()
    expect(running()).toEqual(['1', '1/4800/0.0', '1/4800/1.0', '1/4800/2.0*', '2*', '3*'])
    expect(shown()).toEqual(['4800/0', '4800/1', '4800/2'])
    expect(loader.state(1)).toMatchObject({ kind: 'shown' })
  })

  test('come before a sharper image of the whole page, which lies below them', async () => {
    show([1], 1_200)
    await answerAll()
    asked = []
    show([1], 2_400, [tile(0)])
    expect(running()).toEqual(['1/4800/0.0', '1'])
  })

  test('that were scrolled past are aborted, those that were fetched stay for who comes back', async () => {
    show([1], 2_400, [tile(0)])
    await answerAll()
    asked = []
    show([1], 2_400, [tile(1), tile(2)])
    show([1], 2_400, [tile(2), tile(3)])
    await settle()
    expect(running()).toEqual(['1/4800/2.0', '1/4800/3.0'])
    expect(asked).toHaveLength(3)
    asked = []
    show([1], 2_400, [tile(0)])
    await settle()
    expect(running()).toEqual([])
    expect(shown()).toEqual(['4800/0'])
  })

  test('of the zoom before stay below the new ones until all that are seen are there', async () => {
    show([1], 2_400, [tile(0), tile(1)])
    await answerAll()
    asked = []
    show([1], 2_400, [tile(0, 9_600), tile(1, 9_600), tile(2, 9_600, false)])
    expect(shown()).toEqual(['4800/0', '4800/1'])
    asked[0]?.resolve(new Blob(['x']))
    await settle()
    expect(shown()).toEqual(['4800/0', '4800/1', '9600/0'])
    asked[1]?.resolve(new Blob(['x']))
    await settle()
    expect(shown()).toEqual(['9600/0', '9600/1'])
  })

  test('stay when they are no longer wanted until the image of the page is as sharp as it has to be', async () => {
    show([1], 1_200)
    await answerAll()
    asked = []
    show([1], 2_400, [tile(0)])
    asked[0]?.resolve(new Blob(['x']))
    await settle()
    show([1], 1_600)
    expect(shown()).toEqual(['4800/0'])
    await answerAll()
    expect(shown()).toEqual([])
    expect(open.size).toBe(3)
  })

  test('that fail leave what is below, and are asked for again once they were out of sight', async () => {
    show([1], 800)
    await answerAll()
    asked = []
    show([1], 800, [tile(0)])
    asked[0]?.reject(new Error('busy'))
    await settle()
    show([1], 800, [tile(0), tile(1)])
    await answerAll()
    expect(asked.map(nameOf)).toEqual(['1/4800/0.0', '1/4800/1.0'])
    expect(loader.state(1)).toMatchObject({ kind: 'shown' })
    show([1], 800, [tile(1)])
    show([1], 800, [tile(0), tile(1)])
    await answerAll()
    expect(shown()).toEqual(['4800/1', '4800/0'])
  })

  test('are given back one by one above their bound, those that are wanted last, and all at the end', async () => {
    for (let from = 0; from < 200; from += 10) {
      show(
        [1],
        800,
        Array.from({ length: 10 }, (_, step) => tile(from + step)),
      )
      await answerAll()
    }
    expect(loader.tiles(1)).toHaveLength(80)
    expect(shown().slice(-10)).toEqual(
      Array.from({ length: 10 }, (_, step) => `4800/${190 + step}`),
    )
    expect(open.size).toBe(83)
    show([60], 800)
    await answerAll()
    expect(loader.tiles(1)).toEqual([])
    loader.close()
    await settle()
    expect(open.size).toBe(0)
  })

  test('notify only the listeners of their page, and none where nothing changes', async () => {
    show([1], 800)
    await answerAll()
    const reported: number[] = []
    for (const page of [1, 2]) loader.subscribe(page, () => reported.push(page))
    show([1], 800, [tile(0)])
    await answerAll()
    const tiles = loader.tiles(1)
    show([1], 800, [tile(0)])
    await answerAll()
    expect(reported).toEqual([1])
    expect(loader.tiles(1)).toBe(tiles)
  })
})

test('a page that takes long says so until it is there, and no more where it was scrolled past', async () => {
  show([1], 800)
  asked[0]?.onSlow?.()
  expect(loader.state(1)).toEqual({ kind: 'waiting', isSlow: true })
  asked[0]?.resolve(new Blob(['x']))
  await settle()
  expect(loader.state(1)).toMatchObject({ kind: 'shown' })
  asked[0]?.onSlow?.()
  expect(loader.state(1)).toMatchObject({ kind: 'shown' })

  show([50], 800)
  asked.find(({ page, signal }) => page === 50 && !signal.aborted)?.onSlow?.()
  expect(loader.state(50)).toEqual({ kind: 'waiting', isSlow: true })
  show([90], 800)
  await settle()
  expect(loader.state(50)).toEqual({ kind: 'waiting' })
})
