import { beforeEach, expect, test } from 'vitest'
import type { PageRequest } from './lease.ts'
import { PageLoader } from './page-loader.ts'

interface Asked extends PageRequest {
  readonly signal: AbortSignal
  readonly resolve: (blob: Blob) => void
  readonly reject: (error: unknown) => void
}

let asked: Asked[]
let open: Set<string>
let made: number
let broken: Set<string>
let loader: PageLoader

const settle = () => new Promise((resolve) => setImmediate(resolve))
const running = () => asked.filter(({ signal }) => !signal.aborted).map(({ page, isPrefetch }) => (isPrefetch ? `${page}*` : `${page}`))

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

/** Answers everything that is asked, until nothing is. */
async function answerAll() {
  for (let answered = 0; answered < asked.length; ) {
    asked[answered]?.resolve(new Blob(['x']))
    answered += 1
    await settle()
  }
}

test('what is seen comes first, and only then the neighbours as prefetch, three at a time, and nothing beyond', async () => {
  loader.show([10, 11], 800)
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
  loader.show([1], 800)
  await answerAll()
  expect(running()).toEqual(['1', '2*', '3*'])
  asked = []
  loader.show([100], 800)
  await answerAll()
  expect(running()).toEqual(['100', '99*', '98*'])
})

test('what was scrolled past is aborted, is no failure, and is asked again when it is seen again', async () => {
  loader.show([1], 800)
  loader.show([50], 800)
  await settle()
  expect(running()).toEqual(['50'])
  expect(loader.state(1)).toEqual({ kind: 'waiting' })
  await answerAll()
  asked = []
  loader.show([1], 800)
  expect(running()).toContain('1')
})

test('far pages give their images back, and the end gives back all', async () => {
  loader.show([1], 800)
  await answerAll()
  expect(open.size).toBe(3)
  loader.show([40], 800)
  expect(open.size).toBe(0)
  expect(loader.state(1)).toEqual({ kind: 'waiting' })
  await answerAll()
  loader.close()
  await settle()
  expect(open.size).toBe(0)
})

test('at another width the old image stays until the new one is there', async () => {
  loader.show([1], 800)
  await answerAll()
  const before = loader.state(1)
  asked = []
  loader.show([1], 1_200)
  expect(asked[0]).toMatchObject({ page: 1, width: 1_200 })
  expect(loader.state(1)).toEqual(before)
  await answerAll()
  expect(loader.state(1)).not.toEqual(before)
  expect(open.size).toBe(3)
})

test('one page that fails stops no other and is asked again on demand alone', async () => {
  let told = 0
  loader.subscribe(1, () => {
    told += 1
  })
  loader.show([1], 800)
  asked[0]?.reject(new Error('broken'))
  await settle()
  expect(loader.state(1)).toMatchObject({ kind: 'failed' })
  await answerAll()
  expect(loader.state(2)).toMatchObject({ kind: 'shown' })
  expect(asked.filter(({ page }) => page === 1)).toHaveLength(1)
  loader.retry(1)
  await answerAll()
  expect(loader.state(1)).toMatchObject({ kind: 'shown' })
  expect(told).toBe(3)
})

test('a larger image serves a smaller page as well', async () => {
  loader.show([1], 1_200)
  await answerAll()
  asked = []
  loader.show([1], 800)
  expect(asked).toEqual([])
  expect(loader.state(1)).toMatchObject({ kind: 'shown' })
})

test('what failed before anybody saw it is asked for again when it comes into sight', async () => {
  loader.show([1], 800)
  asked[0]?.resolve(new Blob(['x']))
  await settle()
  asked.find(({ page }) => page === 2)?.reject(new Error('busy'))
  await settle()
  expect(loader.state(2)).toMatchObject({ kind: 'failed' })
  expect(asked.filter(({ page }) => page === 2)).toHaveLength(1)
  loader.show([1, 2], 800)
  expect(loader.state(2)).toEqual({ kind: 'waiting' })
  await answerAll()
  expect(loader.state(2)).toMatchObject({ kind: 'shown' })
})

test('what cannot be decoded is a failure, and its memory is given back', async () => {
  broken.add('url1')
  loader.show([1], 800)
  await answerAll()
  expect(loader.state(1)).toMatchObject({ kind: 'failed' })
  expect(loader.state(2)).toMatchObject({ kind: 'shown' })
  expect(open.size).toBe(2)
})

test('large images are given back sooner, though none that would be fetched again at once', async () => {
  const large = { size: 30_000_000 } as Blob
  for (const page of [10, 11, 12, 13]) {
    loader.show([page], 4_096)
    for (let answered = 0; answered < asked.length; answered += 1) {
      asked[answered]?.resolve(large)
      await settle()
    }
  }
  expect(open.size).toBe(5)
  expect(loader.state(10)).toEqual({ kind: 'waiting' })
  expect(asked.filter(({ page }) => page === 13)).toHaveLength(1)
})
