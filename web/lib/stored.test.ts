import { beforeEach, expect, test } from 'vitest'
import { createStored } from './stored.ts'

const fit = (value: unknown) => {
  const { name } = value as { readonly name?: unknown }
  return typeof name === 'string' ? { name } : undefined
}
let values: Map<string, string>
let events: EventTarget

const storage = {
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
}

beforeEach(() => {
  values = new Map()
  events = new EventTarget()
})

const stored = () => createStored(storage, events, 'k', fit)

test('what is written is read, by another tab too, and the same object until it changes', () => {
  const here = stored()
  const there = stored()
  here.write({ name: '가' })
  expect(there.read()).toEqual({ name: '가' })
  expect(there.read()).toBe(there.read())
  here.write(undefined)
  expect(there.read()).toBeUndefined()
})

test('what does not fit counts as absent', () => {
  for (const raw of ['{', 'null', '{"name":3}', '[]']) {
    values.set('k', raw)
    expect(stored().read()).toBeUndefined()
  }
})

test('listeners hear of this tab and of others, of their own key alone, and not after they left', () => {
  const tab = stored()
  let heard = 0
  const leave = tab.subscribe(() => {
    heard += 1
  })
  tab.write({ name: 'a' })
  events.dispatchEvent(Object.assign(new Event('storage'), { key: 'k' }))
  events.dispatchEvent(Object.assign(new Event('storage'), { key: null }))
  expect(heard).toBe(3)
  events.dispatchEvent(Object.assign(new Event('storage'), { key: 'other' }))
  expect(heard).toBe(3)
  leave()
  tab.write(undefined)
  expect(heard).toBe(3)
})
