import { expect } from 'vitest'
import type { TestApp } from '../../harness/test-app.ts'
import type { ItemRecord, WireAnswer, WireClient } from '../../harness/wire-client.ts'
import { roomWithReader } from '../publishing.ts'
import { PDF } from './uploading.ts'

export const number = (client: WireClient, numbering: string, more = {}): Promise<WireAnswer> =>
  client.call('POST', '/room/api/room/update/index', {
    body: { id: client.me.roomId, numbering, ...more },
  })

export type OrderTarget =
  | { readonly before: number | null }
  | { readonly place: number }
  | { readonly step: number }

export const orderTo = (
  client: WireClient,
  parent: number,
  ids: readonly number[],
  to: OrderTarget | object,
): Promise<WireAnswer> =>
  client.call('POST', '/room/api/file/order', {
    body: { roomId: client.me.roomId, parent, ids, ...to },
  })

export const order = (
  client: WireClient,
  parent: number,
  ids: readonly number[],
  before: number | null,
): Promise<WireAnswer> => orderTo(client, parent, ids, { before })

export const renumber = (client: WireClient, parent: number, more = {}): Promise<WireAnswer> =>
  client.call('POST', '/room/api/file/renumber', {
    body: { roomId: client.me.roomId, parent, ...more },
  })

export const find = (client: WireClient, wanted: string): Promise<WireAnswer> =>
  client.call('POST', '/room/api/file/index/find', {
    body: { roomId: client.me.roomId, number: wanted },
  })

export const shown = async (client: WireClient, parent = 0, more = {}): Promise<string[]> =>
  ((await client.list(parent, more)).json.payload as ItemRecord[]).map(
    ({ index, name }) => `${index} ${name}`,
  )

export async function numberedRoom(app: TestApp, numbering: string, more = {}) {
  const made = await roomWithReader(app)
  const { operator } = made
  const ids = {
    다: await operator.put('다.pdf', PDF),
    나: await operator.newFolder('나'),
    가: await operator.newFolder('가'),
  }
  const files = [
    await operator.put('1.pdf', PDF, ids.나),
    await operator.put('2.pdf', PDF, ids.나),
    await operator.put('3.pdf', PDF, ids.나),
  ]
  expect(await number(operator, numbering, more)).toMatchObject({ http: 200 })
  return { ...made, ids, files }
}
