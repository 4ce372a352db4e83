import { beforeEach, expect, test } from 'vitest'
import { createStored } from './stored.ts'
import type { Tabs, TabWord } from './tabs.ts'

const fit = (value: unknown) => {
  const { name } = value as { readonly name?: unknown }
  return typeof name === 'string' ? { name } : undefined
}
let values: Map<string, string>
let hearers: ((word: TabWord) => void)[]
let reported: TabWord[]

const storage = {
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
}
const tabs: Tabs = {
  report: (word) => void reported.push(word),
  hear: (listener) => void hearers.push(listener),
}
const say = (word: TabWord) => {
  for (const hear of hearers) hear(word)
}

beforeEach(() => {
  values = new Map()
  hearers = []
  reported = []
})

const stored = () => createStored(storage, tabs, 'k', fit)

test('what is written is read, by another tab too, and the same object until it changes', () => {
  const here = stored()
  const there = stored()
  here.write({ name: '가' })
  expect(there.read()).toEqual({ name: '가' })
  expect(there.read()).toBe(there.read())
  here.write(undefined)
  expect(there.read()).toBeUndefined()
  expect(reported).toEqual([
    { key: 'k', raw: '{"name":"가"}' },
    { key: 'k', raw: null },
  ])
})

test('what does not fit counts as absent, from whomever it comes', () => {
  for (const raw of ['{', 'null', '{"name":3}', '[]']) {
    values.set('k', raw)
    expect(stored().read()).toBeUndefined()
  }
  values.delete('k')
  const tab = stored()
  say({ key: 'k', raw: '{"name":3}' })
  expect(tab.read()).toBeUndefined()
})

test('listeners hear of this tab and of others, of their own key alone, and not after they left', () => {
  const tab = stored()
  let heard = 0
  const leave = tab.subscribe(() => {
    heard += 1
  })
  tab.write({ name: 'a' })
  say({ key: 'k' })
  say({ key: null })
  say({ key: 'k', raw: null })
  expect(heard).toBe(4)
  say({ key: 'other' })
  say({ key: 'other', raw: null })
  expect(heard).toBe(4)
  leave()
  tab.write(undefined)
  expect(heard).toBe(4)
})

test('what another tab says holds before the storage shows it, and no longer', () => {
  const tab = stored()
  values.set('k', '{"name":"old"}')
  expect(tab.read()).toEqual({ name: 'old' })
  say({ key: 'k', raw: null })
  expect(tab.read()).toBeUndefined()
  values.delete('k')
  expect(tab.read()).toBeUndefined()
  values.set('k', '{"name":"new"}')
  expect(tab.read()).toEqual({ name: 'new' })
  say({ key: 'k', raw: '{"name":"theirs"}' })
  expect(tab.read()).toEqual({ name: 'theirs' })
  tab.write({ name: 'own' })
  expect(tab.read()).toEqual({ name: 'own' })
})
