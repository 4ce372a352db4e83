import { ITEM_TYPE } from '../../../contract/core/limits.ts'
import type { DisclosureRecord } from '../../../contract/features/disclosure.ts'
import type { TestApp } from '../harness/test-app.ts'
import type { ItemRecord, WireAnswer, WireClient } from '../harness/wire-client.ts'
import { filesIn } from './archives.ts'
import { moveInto, newGroup } from './groups.ts'
import { roomWithReader } from './publishing.ts'

export const fix = (client: WireClient, groupId: number, at?: string): Promise<WireAnswer> =>
  client.call('POST', '/room/api/disclosure', {
    body: { roomId: client.me.roomId, groupId, ...(at === undefined ? {} : { at }) },
  })

export const recordsOf = async (client: WireClient): Promise<DisclosureRecord[]> =>
  (await client.call('GET', `/room/api/disclosure/list/${client.me.roomId}`)).json
    .payload as DisclosureRecord[]

export const fetchRecord = (client: WireClient, id: number): Promise<Response> =>
  client.fetch('GET', `/room/api/disclosure/file/${client.me.roomId}/${id}`)

interface DisclosureJson {
  readonly group: { readonly name: string }
  readonly at: string
  readonly isPast: boolean
  readonly unplaced: number
  readonly notes: readonly string[]
  readonly items: readonly {
    readonly number?: string
    readonly path: readonly string[]
    readonly [field: string]: unknown
  }[]
  readonly answers: readonly {
    readonly number: string
    readonly answers: readonly { readonly text: string }[]
  }[]
}

/** @throws Error on refusal */
export async function made(client: WireClient, groupId: number, at?: string) {
  const { json, text } = await fix(client, groupId, at)
  if (json.status !== 'OK') throw new Error(`refused: ${text}`)
  const { id } = json.payload as { id: number }
  const record = (await recordsOf(client)).find((one) => one.id === id)
  if (!record) throw new Error('the record is not listed')
  const bytes = Buffer.from(await (await fetchRecord(client, id)).arrayBuffer())
  const files = filesIn(bytes)
  const content = JSON.parse(files.get('disclosure.json')?.toString() ?? '') as DisclosureJson
  return { record, bytes, files, content }
}

/** Past numbers and order are unknown. */
export const withoutNumbers = ({ items }: DisclosureJson): readonly object[] =>
  items
    .map(({ number: _, pages: __, ...item }) => item)
    .sort((one, other) => (one.path.join('/') < other.path.join('/') ? -1 : 1))

export async function listedPaths(client: WireClient, parent = 0): Promise<string[]> {
  const paths: string[] = []
  for (const { id, path, type } of (await client.list(parent)).json.payload as ItemRecord[]) {
    paths.push(path)
    if (type === ITEM_TYPE.folder) paths.push(...(await listedPaths(client, id)))
  }
  return paths
}

export async function roomWithBidder(app: TestApp) {
  const entered = await roomWithReader(app)
  const groupId = await newGroup(entered.room, '매수인 갑', 'view')
  await moveInto(entered.room, groupId, [entered.reader])
  return { ...entered, groupId }
}
