import { expect } from 'vitest'
import { makePdf } from '../fixtures/make-pdf.ts'
import type { TestApp, TestPerson } from '../harness/test-app.ts'
import type { ItemRecord, WireAnswer, WireClient } from '../harness/wire-client.ts'
import { grant, moveInto, newGroup } from './groups.ts'
import { type RoomWithReader, roomWithReader, uploadStaged } from './publishing.ts'

const PDF = makePdf(1)
const LONGER = makePdf(2)

export const favour = (client: WireClient, id: number, value = true): Promise<WireAnswer> =>
  client.call('POST', '/room/api/file/favourite', { body: { id, value } })

export type PersonalList = 'new' | 'favourites' | 'recent'

export const personalList = (
  client: WireClient,
  list: PersonalList,
  more: object = {},
): Promise<WireAnswer> =>
  client.call('POST', `/room/api/file/${list}`, { body: { roomId: client.me.roomId, ...more } })

export const namesIn = async (client: WireClient, list: PersonalList): Promise<string[]> =>
  ((await personalList(client, list)).json.payload as ItemRecord[]).map(({ name }) => name)

export async function leave(client: WireClient): Promise<void> {
  expect((await client.logout()).http).toBe(200)
}

/** Starts a session, which is the visit that news counts from. */
export async function begin({ client, pin }: Pick<TestPerson, 'client' | 'pin'>): Promise<void> {
  await client.join(pin)
  await client.agree()
}

async function allItems(client: WireClient, parent = 0): Promise<ItemRecord[]> {
  const items = await client.items(parent)
  const below = await Promise.all(
    items.filter(({ ext }) => ext === '').map(({ id }) => allItems(client, id)),
  )
  return [...items, ...below.flat()]
}

export async function marksSeen(client: WireClient): Promise<Record<string, 'new' | 'updated'>> {
  const marked = (items: readonly ItemRecord[]): Record<string, 'new' | 'updated'> => {
    const some = items.filter(({ isNew, isUpdated }) => isNew || isUpdated)
    return Object.fromEntries(some.map(({ name, isNew }) => [name, isNew ? 'new' : 'updated']))
  }
  const inLists = marked(await allItems(client))
  const listed = (await personalList(client, 'new')).json.payload as ItemRecord[]
  expect(marked(listed)).toEqual(inLists)
  expect(listed.length).toBe(Object.keys(inLists).length)
  return inLists
}

export async function newsOf(
  reader: TestPerson,
  change: () => Promise<unknown>,
): Promise<Record<string, 'new' | 'updated'>> {
  await leave(reader.client)
  await change()
  await begin(reader)
  return marksSeen(reader.client)
}

export interface NewsScene extends RoomWithReader {
  readonly group: number
  readonly open: number
  readonly hidden: number
  readonly known: number
  readonly secret: number
}

export async function newsScene(app: TestApp): Promise<NewsScene> {
  const context = await roomWithReader(app)
  const { room, operator, reader } = context
  const group = await newGroup(room, '입찰', 'download')
  await moveInto(room, group, [reader])
  const open = await operator.newFolder('공개')
  const hidden = await operator.newFolder('비공개')
  await grant(room, { groupId: group, itemId: hidden, level: 'none' })
  const known = await operator.put('아는 문서.pdf', PDF, open)
  const secret = await operator.put('숨은 문서.pdf', PDF, hidden)
  return { ...context, group, open, hidden, known, secret }
}

/** Uploads a document that the reader may see, which is new to them. */
export const bring = (set: NewsScene) => set.operator.put('온 문서.pdf', PDF, set.open)

export const replaced = ({ operator, open }: NewsScene) =>
  operator.upload([['아는 문서.pdf', LONGER]], open, 'replace')
export const stagedVersion = ({ operator, open }: NewsScene) =>
  uploadStaged(operator, '아는 문서.pdf', LONGER, { parent: open, conflict: 'replace' })
/** Sets the level of the hidden folder, so that its documents come to the reader or go. */
export const ofHidden = (
  { room, group, hidden }: NewsScene,
  level: 'none' | 'view' | 'download' | null,
  more = {},
) => grant(room, { groupId: group, itemId: hidden, level, ...more })
export const moved = ({ operator }: NewsScene, fileId: number, parent: number) =>
  operator.change('PATCH', '/room/api/file/file/update/move', { fileId, parent, rights: 'inherit' })
