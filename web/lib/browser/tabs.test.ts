import { afterEach, expect, test, vi } from 'vitest'
import { openTabs, type TabWord } from './tabs.ts'

const opened: BroadcastChannel[] = []
afterEach(() => {
  for (const channel of opened.splice(0)) channel.close()
})

const openTab = (page: EventTarget = new EventTarget()) => {
  const channel = new BroadcastChannel('tabs.test')
  opened.push(channel)
  const heard: TabWord[] = []
  const tabs = openTabs(channel, page)
  tabs.hear((word) => heard.push(word))
  return { tabs, channel, heard }
}

test('every other tab is notified of what one has stored, the storing one is not', async () => {
  const [one, two, three] = [openTab(), openTab(), openTab()]
  one.tabs.report({ key: 'session', raw: null })
  two.tabs.report({ key: 'theme', raw: '"dark"' })
  await vi.waitFor(() => expect(three.heard).toHaveLength(2))
  expect(three.heard).toEqual([
    { key: 'session', raw: null },
    { key: 'theme', raw: '"dark"' },
  ])
  expect(one.heard).toEqual([{ key: 'theme', raw: '"dark"' }])
})

test('what is no word of a tab is not heard', async () => {
  const [one, two] = [openTab(), openTab()]
  for (const data of [
    null,
    'session',
    {},
    { key: 'session' },
    { key: 1, raw: null },
    { key: null, raw: null },
    { key: 'a', raw: 3 },
  ]) {
    one.channel.postMessage(data)
  }
  one.tabs.report({ key: 'last', raw: null })
  await vi.waitFor(() => expect(two.heard).toHaveLength(1))
  expect(two.heard).toEqual([{ key: 'last', raw: null }])
})

test('the storage’s own word counts, and a page that comes back has missed everything', () => {
  const page = new EventTarget()
  const { heard } = openTab(page)
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'session' }))
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(heard).toEqual([{ key: 'session' }, { key: null }])
})
