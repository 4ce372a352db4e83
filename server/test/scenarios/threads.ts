import type { TestPerson, TestRoom } from '../harness/test-app.ts'
import type { WireAnswer, WireClient } from '../harness/wire-client.ts'

export interface WrittenThread {
  readonly id: string
  readonly number: string
}

export interface ShownThread extends WrittenThread {
  readonly state: string
  readonly title: string
  readonly rev: number
  readonly unread: boolean
  readonly group?: { readonly id: number; readonly name: string }
  readonly assignee?: { readonly id: number; readonly name: string } | null
  readonly due: string | null
  readonly updatedAt: string
}

export interface OpenedThread extends ShownThread {
  readonly author: string | null
  readonly entries: readonly {
    readonly kind: string
    readonly text: string
    readonly by: string | null
    readonly files: readonly AttachedFile[]
    readonly links: readonly {
      readonly itemId: number
      readonly name: string
      readonly page?: number
      readonly isUnseen?: boolean
    }[]
  }[]
  readonly history: readonly {
    readonly from: string | null
    readonly to: string
    readonly by: string | null
    readonly reason?: string
  }[]
  readonly can: {
    readonly moves: readonly string[]
    readonly entries: readonly string[]
    readonly edit: boolean
    readonly fulfil: boolean
  }
}

const roomOf = (client: WireClient): number => client.me.roomId

export const write = (client: WireClient, fields: object = {}): Promise<WireAnswer> =>
  client.call('POST', '/room/api/thread', {
    body: {
      roomId: roomOf(client),
      type: 'QUESTION',
      title: '매출 인식',
      text: '매출은 어느 시점에 인식합니까?',
      state: 'SUBMITTED',
      ...fields,
    },
  })

export async function written(client: WireClient, fields: object = {}): Promise<WrittenThread> {
  const { json } = await write(client, fields)
  if (json.status !== 'OK') throw new Error(JSON.stringify(json))
  return json.payload as WrittenThread
}

export const askQuestion = async (client: WireClient): Promise<string> => (await written(client)).id

export async function listed(client: WireClient, filter: object = {}): Promise<ShownThread[]> {
  const { json } = await client.call('POST', '/room/api/thread/list', {
    body: { roomId: roomOf(client), ...filter },
  })
  if (json.status !== 'OK') throw new Error(JSON.stringify(json))
  return json.payload as ShownThread[]
}

export const open = (client: WireClient, id: string): Promise<WireAnswer> =>
  client.call('GET', `/room/api/thread/${id}`)

export async function opened(client: WireClient, id: string): Promise<OpenedThread> {
  const { json } = await open(client, id)
  if (json.status !== 'OK') throw new Error(JSON.stringify(json))
  return json.payload as OpenedThread
}

export async function move(
  client: WireClient,
  id: string,
  to: string,
  fields: object = {},
): Promise<WireAnswer> {
  const { json } = await open(client, id)
  const { rev = 1 } = (json.payload ?? {}) as { rev?: number }
  return client.call('POST', `/room/api/thread/${id}/move`, { body: { to, rev, ...fields } })
}

export const enter = (
  client: WireClient,
  id: string,
  kind: string,
  text: string,
  fields: object = {},
): Promise<WireAnswer> =>
  client.call('POST', `/room/api/thread/${id}/entry`, { body: { kind, text, ...fields } })

export interface AttachedFile {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly status: string
  readonly pages: readonly { readonly width: number; readonly height: number }[]
}

export function enterWith(
  client: WireClient,
  id: string,
  data: object,
  files: readonly (readonly [name: string, bytes: Uint8Array])[],
): Promise<WireAnswer> {
  const form = new FormData()
  form.set('data', JSON.stringify(data))
  for (const [name, bytes] of files) form.append('file', new Blob([new Uint8Array(bytes)]), name)
  return client.call('POST', `/room/api/thread/${id}/entry`, { form })
}

export async function attachedTo(client: WireClient, id: string): Promise<readonly AttachedFile[]> {
  return (await opened(client, id)).entries.at(-1)?.files ?? []
}

export async function attachFile(
  client: WireClient,
  name: string,
  bytes: Uint8Array,
): Promise<string> {
  const { id } = await written(client)
  const { json } = await enterWith(client, id, { kind: 'QUESTION', text: '첨부를 봐 주세요' }, [
    [name, bytes],
  ])
  if (json.status !== 'OK') throw new Error(JSON.stringify(json))
  return (await attachedTo(client, id))[0]?.id ?? ''
}

export function importList(
  client: WireClient,
  file: Uint8Array | string,
  fields: Record<string, string> = {},
  name = 'list.csv',
): Promise<WireAnswer> {
  const form = new FormData()
  for (const [field, value] of Object.entries({ roomId: String(roomOf(client)), ...fields }))
    form.append(field, value)
  form.append('file', new Blob([typeof file === 'string' ? file : Buffer.from(file)]), name)
  return client.call('POST', '/room/api/thread/import', { form })
}

export const saveView = (
  client: WireClient,
  name: string,
  filter: object | null,
): Promise<WireAnswer> =>
  client.call('PUT', '/room/api/thread/views', { body: { roomId: roomOf(client), name, filter } })

export const configure = ({ operator, roomId }: TestRoom, settings: object): Promise<WireAnswer> =>
  operator.call('PUT', '/room/api/room/update/questions', { body: { id: roomId, ...settings } })

export async function newTopic(
  { operator, roomId }: TestRoom,
  name: string,
  fields: object = {},
): Promise<string> {
  const { json } = await operator.call('POST', '/room/api/topic', {
    body: { roomId, name, ...fields },
  })
  return (json.payload as { id: string }).id
}

export const giveRole = (
  { operator, roomId }: TestRoom,
  people: readonly TestPerson[],
  threadRole: string,
): Promise<WireAnswer> =>
  operator.call('POST', '/room/api/room/user/threadRole', {
    body: { roomId, managementIds: people.map(({ memberId }) => memberId), threadRole },
  })
