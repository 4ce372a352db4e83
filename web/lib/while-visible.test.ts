import { beforeEach, expect, test } from 'vitest'
import { whileVisible } from './while-visible.ts'

class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible'

  turn(state: DocumentVisibilityState): void {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

interface Run {
  readonly signal: AbortSignal
  readonly isReturn: boolean
}

let page: Page
let runs: Run[]

const start = () => whileVisible(page, (signal, isReturn) => void runs.push({ signal, isReturn }))
const seen = () => runs.map(({ signal, isReturn }) => ({ isOpen: !signal.aborted, isReturn }))

beforeEach(() => {
  page = new Page()
  runs = []
})

test('a page in sight runs at once, one out of sight keeps nothing open, and each return begins anew', () => {
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

test('what is open stays the only one when the state is told twice', () => {
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
