import { expect } from 'vitest'
import { makePdf } from './make-pdf.ts'
import type { TestApp, TestRoom } from './test-app.ts'
import type { WireClient } from './wire-client.ts'

/** What a download came to. */
export interface Got {
  readonly http: number
  readonly type: string | null
  readonly name: string
  readonly bytes: Buffer
}

export async function get(response: Response): Promise<Got> {
  const encoded = /filename\*=UTF-8''(\S+)$/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
  return {
    http: response.status,
    type: response.headers.get('content-type'),
    name: decodeURIComponent(encoded),
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

export async function downloadOf(client: WireClient, room: TestRoom, name: string): Promise<Got> {
  const item = (await room.operator.items()).find((one) => one.name === name)
  return get(await client.fetch('GET', `/room/api/file/${item?.filename}`))
}

/** Stores a PDF and reads what the server itself makes of it. */
export async function pagesOf(room: TestRoom, pdf: Buffer): Promise<{ width: number; height: number }[]> {
  const stored = await room.operator.upload([[`${crypto.randomUUID()}.pdf`, new Uint8Array(pdf)]])
  const lease = await room.operator.openDocument((stored.json.payload as { id: number }[])[0]?.id ?? 0)
  return ((await room.operator.call('GET', lease.path)).json.payload as { pages: { width: number; height: number }[] }).pages
}

/** A marked copy of a long document has all of its pages. */
export async function expectAllPages(app: TestApp, count: number): Promise<void> {
  const room = await app.room()
  await room.operator.upload([['긴 것.pdf', makePdf(count, 'PAGE', [72, 72])]])
  const { http, bytes } = await downloadOf(room.operator, room, '긴 것.pdf')
  expect(http).toBe(200)
  expect(await pagesOf(room, bytes)).toEqual(Array(count).fill({ width: 72, height: 72 }))
}
