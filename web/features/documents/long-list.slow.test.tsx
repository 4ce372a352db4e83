import { beforeAll, beforeEach, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import type { WireClient } from '../../../server/test/harness/wire-client.ts'
import { invite, makePdf, newRoom, openApp, recordCalls } from '../../test/app.tsx'
import { focus, list, row } from '../../test/steps.ts'
import { beforeAnswers, eventually } from '../../test/watching.ts'

const COUNT = 20_000
const STEP = 500
/** Equal lengths keep names from containing each other. */
const nameOf = (number: number) => `${100_000 + number}.pdf`
const NAMES = Array.from({ length: COUNT }, (_, index) => nameOf(index + 1))

let room: { readonly client: WireClient; readonly folder: number }

beforeAll(async () => {
  const { roomId, operator: client } = await newRoom()
  const folder = await client.newFolder('대장')
  await commands.rooms('crowd', { roomId, memberId: client.me.id, parent: folder }, NAMES)
  room = { client, folder }
}, 60_000)

beforeEach(async () => {
  const { payload } = (await room.client.list(room.folder, { sort: '-uploadedAt', limit: 20 })).json
  const found = payload as readonly { id: number; name: string }[]
  const folders = (await room.client.items(room.folder)).filter(({ type }) => type === 5)
  for (const { id } of [
    ...folders,
    ...found.filter(({ name }) => !/^\d{6}\.pdf$/.test(name) && name.endsWith('.pdf')),
  ])
    await room.client.deleteItem(id)
})

const scroller = () => document.querySelector('.items-scroller') as HTMLElement
const headButton = () => page.getByRole('columnheader', { name: '크기' }).getByRole('button')

function asked() {
  const calls = recordCalls()
  return () =>
    calls.flatMap(({ call, body }): ('first' | 'outline' | 'window')[] => {
      if (!body.includes(`"parent":${room.folder},`)) return []
      if (call.endsWith('/file/file/outline')) return ['outline']
      if (call.endsWith('/file/file/list')) return [body.includes('"cursor"') ? 'window' : 'first']
      return []
    })
}

function since(all: () => readonly string[]): () => readonly string[] {
  const before = all().length
  return () => all().slice(before)
}

function scrollTo(index: number): void {
  const { height } = scroller().querySelector('.items-row')?.getBoundingClientRect() ?? {
    height: 0,
  }
  scroller().scrollTo(0, index * height)
}

const expectRows = (count: number) =>
  expect.element(list()).toHaveAttribute('aria-rowcount', String(count + 1))

async function open() {
  const app = await openApp(`/admin/upload?folder=${room.folder}`, room.client)
  await focus(row(nameOf(1)))
  await expectRows(COUNT)
  return app
}

test('what is looked at is loaded, and no more: at the beginning, at the end, in the middle', async () => {
  const seen = asked()
  await open()
  expect(seen()).toEqual(['first'])

  const atEnd = since(seen)
  await commands.press('End')
  await expect.element(row(nameOf(COUNT))).toHaveFocus()
  await expect.element(row(nameOf(COUNT - 10))).toBeVisible()
  expect(atEnd()).toEqual(['outline', 'window'])

  const inMiddle = since(seen)
  scrollTo(COUNT / 2 + STEP / 2)
  await expect.element(row(nameOf(COUNT / 2 + STEP / 2 + 3))).toBeVisible()
  expect(inMiddle()).toEqual(['window'])
  expect(list().getByRole('row').elements().length).toBeLessThan(80)
})

test('a change elsewhere reloads only what is in sight; the rest is reloaded when it is seen', async () => {
  const { client, folder } = room
  await open()
  for (const place of [5_250, 15_250, 10_250]) {
    scrollTo(place)
    await expect.element(row(nameOf(place + 3))).toBeVisible()
  }
  const seen = asked()
  await client.newFolder('00 앞', folder)
  await expectRows(COUNT + 1)
  await eventually(() => seen().toSorted()).toEqual(['first', 'outline', 'window'])
  await expect.element(row(nameOf(10_253))).toBeVisible()

  const there = since(seen)
  scrollTo(5_250)
  await eventually(there).toEqual(['window'])
  await expect.element(row(nameOf(5_252))).toBeVisible()

  const changed = since(seen)
  const { json } = await client.upload([[`${100_000 + 5_299} 사본.pdf`, await makePdf(1)]], folder)
  await expectRows(COUNT + 2)
  await eventually(() => changed().toSorted()).toEqual(['first', 'outline', 'window'])
  let release = () => {}
  const late = new Promise<void>((resolve) => {
    release = resolve
  })
  let asks = 0
  beforeAnswers(/\/file\/file\/outline$/, async () => {
    asks += 1
    if (asks === 1) await late
  })
  await client.newFolder('00 뒤', folder)
  await eventually(() => asks).toBe(1)
  const afterThat = since(seen)
  await client.deleteItem((json.payload as { id: number }[])[0]?.id ?? 0)
  await eventually(afterThat).toContain('first')
  await expectRows(COUNT + 2)
  release()
  await eventually(afterThat).toContain('window')
  await expect.element(row(nameOf(5_251))).toBeVisible()
  await expectRows(COUNT + 2)
})

test('a link to a document far down opens on its row', async () => {
  const { client, folder } = room
  const id = await client.put('끝.pdf', await makePdf(1), folder)
  const { payload } = (await client.list(folder, { sort: '-uploadedAt', limit: 1 })).json
  expect((payload as { id: number; name: string }[])[0]).toMatchObject({ id, name: '끝.pdf' })
  const reader = await invite(client)
  const seen = asked()
  await openApp(`/?folder=${folder}&doc=${id}`, reader.client)
  const wanted = row('끝.pdf')
  await expect.element(wanted).toBeInViewport()
  await expect.element(wanted).toHaveAttribute('aria-current', 'true')
  await expect.element(wanted).toHaveAttribute('tabindex', '0')
  await expect.element(page.getByRole('button', { name: /^다운로드: 끝\.pdf/ })).toBeVisible()
  expect(
    seen().filter((each) => each === 'window').length,
    'nothing is paged through',
  ).toBeLessThanOrEqual(2)
  await page.getByRole('button', { name: '닫기' }).click()
  await expect.element(wanted).toHaveFocus()
  await expect.element(wanted).toBeInViewport()
})

test('another sort deep in a list begins at its first row', async () => {
  await open()
  await commands.press('End')
  await expect.element(row(nameOf(COUNT))).toHaveFocus()
  const seen = asked()
  await headButton().click()
  await expect.element(row(nameOf(COUNT))).toHaveAttribute('aria-rowindex', '2')
  await expect.element(row(nameOf(COUNT))).toHaveAttribute('tabindex', '0')
  await eventually(() => scroller().scrollTop).toBe(0)
  expect(seen()).toEqual(['first'])
  await headButton().click()
  await expect.element(row(nameOf(1))).toHaveAttribute('aria-rowindex', '2')
})
