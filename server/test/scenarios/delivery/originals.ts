import { expect } from 'vitest'
import type { TestApp, TestRoom } from '../../harness/test-app.ts'
import type { ItemRecord, WireClient } from '../../harness/wire-client.ts'

export interface Download {
  readonly http: number
  readonly headers: Headers
  readonly bytes: Buffer
}

export async function download(
  client: WireClient,
  filename: string,
  headers: Record<string, string> = {},
): Promise<Download> {
  const response = await client.fetch('GET', `/room/api/file/${filename}`, { headers })
  return {
    http: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

export async function roomWith(
  app: TestApp,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ room: TestRoom; item: ItemRecord }> {
  const room = await app.room()
  await room.operator.switches(false)
  expect((await room.operator.upload([[name, bytes]])).http).toBe(200)
  const [item] = await room.operator.items()
  if (!item) throw new Error('the upload stored nothing')
  return { room, item }
}

export const kindsOf = async (app: TestApp, roomId: number): Promise<string[]> =>
  (await app.logged(roomId)).filter((kind) => kind.startsWith('document.download'))
