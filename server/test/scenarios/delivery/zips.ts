import { largePdf } from '../../fixtures/large-pdf.ts'
import { makePdf } from '../../fixtures/make-pdf.ts'
import type { UnpackedEntry } from '../../fixtures/read-zip.ts'
import type { TestApp, TestRoom } from '../../harness/test-app.ts'
import type { WireClient } from '../../harness/wire-client.ts'

export const pdf = (size = 0): Uint8Array<ArrayBuffer> =>
  size === 0 ? makePdf(1) : largePdf(1_000 + size)

export interface Got {
  readonly http: number
  readonly headers: Headers
  readonly bytes: Buffer
}

export const request = (client: WireClient, fileIds: readonly number[]): Promise<Response> =>
  client.fetch('POST', '/room/api/file/zip', {
    body: { fileIds, id: client.me.id, roomId: client.me.roomId },
  })

export async function zip(client: WireClient, fileIds: readonly number[]): Promise<Got> {
  const response = await request(client, fileIds)
  return {
    http: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

export const namesOf = (entries: readonly UnpackedEntry[]): string[] =>
  entries.map(({ name }) => name)

export const logged = async (app: TestApp, room: TestRoom): Promise<string[]> =>
  (await app.logged(room.roomId)).filter((kind) => /download/.test(kind))

export async function bareRoom(
  app: TestApp,
  options?: Parameters<TestApp['room']>[0],
): Promise<TestRoom> {
  const room = await app.room(options)
  await room.operator.switches(false)
  return room
}

export const idsOf = async (room: TestRoom, parent = 0): Promise<number[]> =>
  (await room.operator.items(parent)).map(({ id }) => id)
