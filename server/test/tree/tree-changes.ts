import { expect } from 'vitest'
import { makePdf } from '../fixtures/make-pdf.ts'
import { eventually } from '../harness/eventually.ts'
import { holdings } from '../harness/holdings.ts'
import type { TestApp, TestRoom } from '../harness/test-app.ts'
import type { Chance } from '../harness/upload-stream.ts'
import type { ItemRecord, WireAnswer, WireClient } from '../harness/wire-client.ts'
import type { ModelItem, TreeChange, TreeOutcome } from './tree-model.ts'

/** Few names cause conflicts. */
const NAMES = ['가', '나', '계약', 'Deal', 'DEAL', '가 (2)'] as const
const KINDS = [
  'folder',
  'upload',
  'replace',
  'version',
  'rename',
  'move',
  'copy',
  'delete',
  'restore',
  'destroy',
] as const
const WEIGHTS: Record<TreeChange['kind'], number> = {
  folder: 14,
  upload: 10,
  replace: 10,
  version: 8,
  rename: 18,
  move: 20,
  copy: 10,
  delete: 12,
  restore: 9,
  destroy: 4,
}
const LARGE = 120
const UNKNOWN_ID = 900_000_000

const PDF = makePdf(1)

export function documentOf(content: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(content).fill(37)
  bytes.set(PDF)
  return bytes
}

const pick = <T>(chance: Chance, from: readonly T[]): T | undefined =>
  from[chance.whole(0, from.length - 1)]

const LOTS = KINDS.flatMap((kind) => Array.from({ length: WEIGHTS[kind] }, () => kind))

const kindOf = (chance: Chance, size: number): TreeChange['kind'] =>
  size > LARGE && chance.next() < 0.3 ? 'delete' : (pick(chance, LOTS) ?? 'folder')

/** Targets may be trashed, files or unknown. @param root acts as the room's root. */
export function randomChange(chance: Chance, items: readonly ModelItem[], root = 0): TreeChange {
  const live = items.filter(({ entry }) => entry === undefined)
  const entries = items.filter(({ entry, id }) => entry === id)
  const any = (preferred: readonly ModelItem[]): number => {
    const from = chance.next() < 0.92 ? preferred : items
    return (chance.next() < 0.02 ? undefined : pick(chance, from)?.id) ?? UNKNOWN_ID
  }
  const parent = chance.next() < 0.25 ? root : any(live.filter(({ folder }) => folder))
  const name = pick(chance, NAMES) ?? ''
  const kind = kindOf(chance, live.length)
  switch (kind) {
    case 'folder':
      return { kind, name, parent }
    case 'upload':
    case 'replace':
      return {
        kind,
        name: `${name}${chance.next() < 0.5 ? '.pdf' : '.PDF'}`,
        parent,
        content: PDF.length + chance.whole(1, 4_000),
      }
    case 'version':
      return { kind, id: any(live.filter(({ folder }) => !folder)), number: chance.whole(1, 3) }
    case 'rename':
      return { kind, id: any(live), name: chance.next() < 0.05 ? '..' : name }
    case 'move':
      return { kind, id: any(live), parent }
    case 'copy':
      return { kind, id: any(live), name, parent }
    case 'delete':
      return { kind, id: any(live) }
    default:
      return { kind, id: any(entries) }
  }
}

export async function perform(client: WireClient, change: TreeChange): Promise<TreeOutcome> {
  const { json } = await ask(client, change)
  if (json.status !== 'OK') return { code: json.code ?? 'no code' }
  if (change.kind !== 'upload' && change.kind !== 'replace')
    return (json.payload ?? {}) as TreeOutcome
  const [{ id, name } = {}] = json.payload as { id?: number; name?: string }[]
  return { ...(id === undefined ? {} : { id }), ...(name === undefined ? {} : { name }) }
}

function ask(client: WireClient, change: TreeChange): Promise<WireAnswer> {
  switch (change.kind) {
    case 'folder':
      return client.makeFolder(change.name, change.parent)
    case 'upload':
      return client.upload([[change.name, documentOf(change.content)]], change.parent)
    case 'replace':
      return client.upload([[change.name, documentOf(change.content)]], change.parent, 'replace')
    case 'version':
      return client.restoreVersion(change.id, change.number)
    case 'rename':
      return client.renameItem(change.id, change.name)
    case 'move':
      return client.moveItem(change.id, change.parent)
    case 'copy':
      return client.copyItem(change.id, change.name, change.parent)
    case 'delete':
      return client.deleteItem(change.id)
    case 'restore':
      return client.restoreItem(change.id)
    case 'destroy':
      return client.destroyItem(change.id)
  }
}

export const madeId = (outcome: TreeOutcome): number => ('id' in outcome ? (outcome.id ?? 0) : 0)

export async function expectBytes(
  client: WireClient,
  documents: readonly ItemRecord[],
): Promise<void> {
  for (const { filename, size, path } of documents) {
    const response = await client.fetch('GET', `/room/api/file/${filename}`)
    const isWhole = Buffer.from(await response.arrayBuffer()).equals(documentOf(size))
    expect({ path, http: response.status, isWhole }).toEqual({ path, http: 200, isWhole: true })
  }
}

export async function emptyRoom(app: TestApp, { roomId, operator }: TestRoom): Promise<void> {
  const items = await storedItems(app, roomId)
  const inRoot = items.filter(({ parent, entry }) => parent === 0 && entry === undefined)
  const entries = [...inRoot, ...items.filter(({ id, entry }) => entry === id)]
  const deleted = await Promise.all(inRoot.map(({ id }) => operator.deleteItem(id)))
  const destroyed = await Promise.all(entries.map(({ id }) => operator.destroyItem(id)))
  expect(
    [...deleted, ...destroyed].filter(({ json }) => json.status !== 'OK').map(({ text }) => text),
  ).toEqual([])
  expect(await storedItems(app, roomId)).toEqual([])
}

export async function expectHollow(app: TestApp, { roomId }: TestRoom): Promise<void> {
  const nothing = { items: 0, versions: 0, segments: 0, used: 0, files: 0 }
  await eventually(async () => expect(await holdings(app, roomId)).toMatchObject(nothing), 120_000)
}

export async function storedItems(app: TestApp, roomId: number): Promise<ModelItem[]> {
  const { rows } = await app.database.pool.query(
    `select item.id, item.parent_id as parent, item.name, item.folder, item.size as content, item.trash_id as entry,
            array(select size from file_versions where item_id = item.id order by number) as versions
       from items item left join items entry on entry.id = item.trash_id
      where item.room_id = $1 and entry.doomed_at is null order by item.id`,
    [roomId],
  )
  return rows.map(({ entry, ...item }) => (entry === null ? item : { ...item, entry }))
}
