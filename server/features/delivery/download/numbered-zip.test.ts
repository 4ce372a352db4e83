import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { readZip } from '../../../test/fixtures/read-zip.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import { grant, groupsOf } from '../../../test/scenarios/groups.ts'
import { roomWithReader } from '../../../test/scenarios/publishing.ts'
import { indexedName } from './zip-names.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ office: false })
})
afterAll(() => app.close())

async function zipped(client: WireClient, fileIds: readonly number[]) {
  const response = await client.fetch('POST', '/room/api/file/zip', {
    body: { fileIds, id: client.me.id, roomId: client.me.roomId },
  })
  expect(response.status).toBe(200)
  const names = readZip(Buffer.from(await response.arrayBuffer())).map(({ name }) => name)
  return { names, called: decodeURIComponent(response.headers.get('content-disposition') ?? '') }
}

const idsIn = async (client: WireClient): Promise<number[]> =>
  (await client.items()).map(({ id }) => id)

async function numberedRoom(settings: object) {
  const made = await roomWithReader(app)
  const { room, operator } = made
  await operator.switches(false)
  const hidden = await operator.newFolder('가')
  const open = await operator.newFolder('나')
  const file = await operator.put('계약서.pdf', makePdf(1), open)
  const [group] = await groupsOf(room)
  await grant(room, { groupId: group?.id ?? 0, itemId: hidden, level: 'none' })
  const set = (more: object) =>
    operator.call('POST', '/room/api/room/update/index', {
      body: { id: room.roomId, numbering: 'live', ...settings, ...more },
    })
  expect((await set({})).http).toBe(200)
  return { ...made, file, open, set }
}

it('begins names with numbers only where the room says so, and the log says so', async () => {
  const { room, client, operator, set, file, open } = await numberedRoom({ scope: 'room' })
  expect((await zipped(client, await idsIn(client))).names).toEqual(['나/', '나/계약서.pdf'])
  expect((await set({ names: true })).http).toBe(200)
  expect((await zipped(client, await idsIn(client))).names).toEqual([
    '2 나/',
    '2 나/2.1 계약서.pdf',
  ])
  expect((await zipped(client, await idsIn(client))).called).toContain('2 나.zip')
  const { filename } = (await client.items(open)).find(({ id }) => id === file) ?? {}
  const one = await client.fetch('GET', `/room/api/file/${filename}`)
  expect(one.status).toBe(200)
  expect(
    decodeURIComponent(one.headers.get('content-disposition') ?? ''),
    'a single document keeps its name',
  ).toMatch(/''계약서\.pdf$/)
  await one.arrayBuffer()
  const changes = async () =>
    (await app.logged(room.roomId)).filter((kind) => kind === 'room.numbering').length
  expect(await changes()).toBe(2)
  await set({})
  expect(await changes(), 'what is not named stays').toBe(2)
  const info = async (who: WireClient) =>
    (await who.call('GET', `/room/api/room/info/${room.roomId}`)).json.payload
  expect(await info(operator)).toMatchObject({ numberedNames: true })
  expect(await info(client)).not.toHaveProperty('numberedNames')
  await set({ numbering: 'off' })
  expect((await zipped(client, await idsIn(client))).names).toEqual(['나/', '나/계약서.pdf'])
})

it('counts as the reader does, so that names show nothing of hidden items', async () => {
  const { client, operator } = await numberedRoom({ scope: 'group', names: true })
  expect((await zipped(client, await idsIn(client))).names).toEqual([
    '1 나/',
    '1 나/1.1 계약서.pdf',
  ])
  expect((await zipped(operator, await idsIn(operator))).names).toEqual([
    '1 가/',
    '2 나/',
    '2 나/2.1 계약서.pdf',
  ])
})

it('leaves names as they are that would become too long for a disk', () => {
  expect(indexedName('2.3', '계약서.pdf')).toBe('2.3 계약서.pdf')
  expect(indexedName(undefined, '계약서.pdf')).toBe('계약서.pdf')
  expect(indexedName('2.3', 'a'.repeat(252))).toBe('a'.repeat(252))
})
