import { beforeEach, expect, test } from 'vitest'
import { type LocksPort, whileListening } from './while-listening.ts'

class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible'

  turn(state: DocumentVisibilityState): void {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

class Locks implements LocksPort {
  #waiting: (() => void)[] = []
  #isHeld = false

  async request(
    _name: string,
    { signal }: { signal: AbortSignal },
    whileHeld: () => Promise<void>,
  ): Promise<void> {
    if (this.#isHeld) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    if (signal.aborted) return this.#waiting.shift()?.()
    this.#isHeld = true
    await whileHeld()
    this.#isHeld = false
    this.#waiting.shift()?.()
  }
}

interface ListeningRun {
  readonly signal: AbortSignal
  readonly isReturn: boolean
}

let page: Page
let runs: ListeningRun[]

const start = (locks?: LocksPort) =>
  whileListening(page, locks, (signal, isReturn) => void runs.push({ signal, isReturn }))
const seen = (of = runs) =>
  of.map(({ signal, isReturn }) => ({ isOpen: !signal.aborted, isReturn }))
const settled = () => new Promise((resolve) => setImmediate(resolve))

beforeEach(() => {
  page = new Page()
  runs = []
})

test('a visible page runs at once, a hidden one keeps nothing open, and each return restarts', () => {
  start()
  expect(seen()).toEqual([{ isOpen: true, isReturn: false }])
  page.turn('hidden')
  expect(seen()).toEqual([{ isOpen: false, isReturn: false }])
  page.turn('visible')
  expect(seen()).toEqual([
    { isOpen: false, isReturn: false },
    { isOpen: true, isReturn: true },
  ])
})

test('a page that was opened out of sight opens nothing until it is looked at, and what it holds may be old then', () => {
  page.visibilityState = 'hidden'
  start()
  expect(runs).toEqual([])
  page.turn('visible')
  expect(seen()).toEqual([{ isOpen: true, isReturn: true }])
})

test('the open one stays the only one when the state is reported twice', () => {
  start()
  page.turn('visible')
  expect(seen()).toEqual([{ isOpen: true, isReturn: false }])
})

test('after the end nothing is open, and nothing opens', () => {
  const stop = start()
  stop()
  expect(seen()).toEqual([{ isOpen: false, isReturn: false }])
  page.turn('hidden')
  page.turn('visible')
  expect(runs).toHaveLength(1)
})

test('of the pages out of sight one goes on, and when it is closed, another', async () => {
  const locks = new Locks()
  const others: ListeningRun[] = []
  const other = new Page()
  const stop = start(locks)
  whileListening(other, locks, (signal, isReturn) => void others.push({ signal, isReturn }))
  await settled()
  page.turn('hidden')
  other.turn('hidden')
  expect(seen()).toEqual([{ isOpen: true, isReturn: false }])
  expect(seen(others)).toEqual([{ isOpen: false, isReturn: false }])
  stop()
  await settled()
  expect(seen()).toEqual([{ isOpen: false, isReturn: false }])
  expect(seen(others)).toEqual([
    { isOpen: false, isReturn: false },
    { isOpen: true, isReturn: true },
  ])
  other.turn('visible')
  expect(others).toHaveLength(2)
})

test('a page that ended while it waited takes nothing', async () => {
  const locks = new Locks()
  const stopFirst = start(locks)
  page.visibilityState = 'hidden'
  const stopSecond = start(locks)
  stopSecond()
  stopFirst()
  await settled()
  expect(runs).toHaveLength(1)
  start(locks)
  await settled()
  expect(seen().at(-1)).toEqual({ isOpen: true, isReturn: true })
})
