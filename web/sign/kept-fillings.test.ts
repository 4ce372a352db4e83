import { expect, it } from 'vitest'
import { KeptFillings } from './kept-fillings.ts'

function store() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  }
}

const HOUR_MS = 3_600_000

function setUp() {
  const browser = store()
  const clock = { now: 0 }
  const tab = () => {
    const own = store()
    return {
      own,
      kept: new KeptFillings(
        () => own,
        () => browser,
        () => clock.now,
      ),
    }
  }
  return { browser, clock, tab }
}

it('what is filled in stays in its tab, and no other tab sees it', () => {
  const { browser, tab } = setUp()
  const [first, second] = [tab(), tab()]
  first.kept.write('mine')
  expect(first.kept.read()).toEqual(['mine'])
  expect(second.kept.read()).toEqual([])
  expect(browser.items.size).toBe(0)
})

it('what a link leaves that has ended, the tab of a new one finds within a day, and not after it', () => {
  const { browser, clock, tab } = setUp()
  const [first, second] = [tab(), tab()]
  first.kept.write('mine')
  first.kept.putAside()
  expect(first.own.items.size).toBe(0)
  clock.now = 23 * HOUR_MS
  expect(second.kept.read()).toEqual(['mine'])
  clock.now = 24 * HOUR_MS
  expect(second.kept.read()).toEqual([])
  expect(browser.items.size).toBe(0)
})

it('what was sent is left nowhere, and what is put aside without fillings is not there', () => {
  const { browser, tab } = setUp()
  const { own, kept } = tab()
  kept.putAside()
  expect(browser.items.size).toBe(0)
  kept.write('mine')
  kept.putAside()
  kept.write('mine')
  kept.forget((text) => text === 'mine')
  expect([...own.items, ...browser.items]).toEqual([])
})

it('what is put aside of one document stays when another one is put aside, taken up or sent', () => {
  const { browser, tab } = setUp()
  const [first, second, third] = [tab(), tab(), tab()]
  first.kept.write('mine of A')
  first.kept.putAside()
  second.kept.write('mine of B')
  second.kept.putAside()
  expect(third.kept.read()).toEqual(['mine of B', 'mine of A'])
  third.kept.forgetAside((text) => text.endsWith('B'))
  third.kept.forget((text) => text.endsWith('C'))
  expect(third.kept.read()).toEqual(['mine of A'])
  third.kept.forget((text) => text.endsWith('A'))
  expect(browser.items.size).toBe(0)
})

it('what another program has left there in its place is dropped', () => {
  const { browser, tab } = setUp()
  for (const left of ['{', '{"until":9,"text":"x"}', '[null, {"until":"x"}]']) {
    browser.setItem('sign.fillings.aside', left)
    expect(tab().kept.read()).toEqual([])
    expect(browser.items.size).toBe(0)
  }
})

it('a browser that stores nothing loses nothing but that', () => {
  const refuse = () => {
    throw new Error('denied')
  }
  const kept = new KeptFillings(refuse, refuse, () => 0)
  for (const work of [() => kept.write('x'), () => kept.putAside(), () => kept.forget()])
    expect(work).not.toThrow()
  expect(kept.read()).toEqual([])
})
