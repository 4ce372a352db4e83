import { once } from 'node:events'
import type { Socket } from 'node:net'
import { expect } from 'vitest'
import { makePdf } from '../fixtures/make-pdf.ts'
import { eventually } from '../harness/eventually.ts'
import { connect } from '../harness/raw-http.ts'
import type { TestApp, TestRoom } from '../harness/test-app.ts'
import type { WireClient } from '../harness/wire-client.ts'

export interface Got {
  readonly http: number
  readonly type: string | null
  readonly name: string
  readonly bytes: Buffer
}

export async function get(response: Response): Promise<Got> {
  const encoded =
    /filename\*=UTF-8''(\S+)$/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? ''
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

export async function pagesOf(
  room: TestRoom,
  pdf: Buffer,
): Promise<{ width: number; height: number }[]> {
  const stored = await room.operator.upload([[`${crypto.randomUUID()}.pdf`, new Uint8Array(pdf)]])
  const lease = await room.operator.openDocument(
    (stored.json.payload as { id: number }[])[0]?.id ?? 0,
  )
  return (
    (await room.operator.call('GET', lease.path)).json.payload as {
      pages: { width: number; height: number }[]
    }
  ).pages
}

export async function expectAllPages(app: TestApp, count: number): Promise<void> {
  const room = await app.room()
  await room.operator.upload([['긴 것.pdf', makePdf(count, 'PAGE', [72, 72])]])
  const { http, bytes } = await downloadOf(room.operator, room, '긴 것.pdf')
  expect(http).toBe(200)
  expect(await pagesOf(room, bytes)).toEqual(Array(count).fill({ width: 72, height: 72 }))
}

/** The rest waits in the server until `act`. */
export async function bytesUntilCut(
  app: TestApp,
  request: string,
  act: () => Promise<unknown>,
): Promise<number> {
  const accepted = once(app.program.app.server, 'connection')
  const socket = await connect(app.base)
  const [serverSide] = (await accepted) as [Socket]
  let received = 0
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    received += chunk.length
  })
  socket.once('data', () => socket.pause())
  socket.write(request)
  await eventually(() => expect(socket.isPaused()).toBe(true))
  await act()
  await eventually(() => expect(serverSide.destroyed).toBe(true))
  socket.resume()
  await eventually(() => expect(socket.closed).toBe(true))
  return received
}
