import { setTimeout as wait } from 'node:timers/promises'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import type { ArchiveItem, list } from '../../../contract/features/archive.ts'
import { MANIFEST } from '../../../contract/proof/archive-manifest.ts'
import { type ArchiveVerdict, verifyArchive } from '../../../contract/proof/verify-archive.ts'
import { nodeCrypto, sha256 } from '../../platform/encryption/node-crypto.ts'
import { largePdf } from '../fixtures/large-pdf.ts'
import { makePdf } from '../fixtures/make-pdf.ts'
import { readZip } from '../fixtures/read-zip.ts'
import type { TestApp, TestRoom } from '../harness/test-app.ts'
import type { WireAnswer, WireClient } from '../harness/wire-client.ts'

type Fields = Readonly<Record<string, unknown>>

export const order = (client: WireClient, fields: Fields = {}): Promise<WireAnswer> =>
  client.call('POST', '/room/api/archive', {
    body: { roomId: client.me.roomId, scope: 'own', protection: null, ...fields },
  })

export async function archivesOf(client: WireClient): Promise<PayloadOut<typeof list>> {
  return (await client.call('GET', `/room/api/archive/list/${client.me.roomId}`)).json
    .payload as PayloadOut<typeof list>
}

export const removeArchive = (client: WireClient, id: number): Promise<WireAnswer> =>
  client.call('DELETE', '/room/api/archive', { body: { roomId: client.me.roomId, id } })

export const ticketFor = (client: WireClient, id: number): Promise<WireAnswer> =>
  client.call('POST', '/room/api/file/ticket', { body: { fileIds: [id], kind: 'archive' } })

export async function settled(client: WireClient, id: number): Promise<ArchiveItem> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    const item = (await archivesOf(client)).find((one) => one.id === id)
    if (!item) throw new Error(`there is no archive ${id}`)
    if (item.state !== 'PREPARING') return item
    await wait(50)
  }
  throw new Error(`archive ${id} is not there yet`)
}

/** @throws Error on refusal or failure */
export async function prepared(
  client: WireClient,
  fields: Fields = {},
): Promise<ArchiveItem & { readonly state: 'READY' }> {
  const { json, text } = await order(client, fields)
  if (json.status !== 'OK') throw new Error(`refused: ${text}`)
  const item = await settled(client, (json.payload as { id: number }).id)
  if (item.state !== 'READY') throw new Error(`failed: ${JSON.stringify(item)}`)
  return item
}

/** @throws Error on refusal */
export async function archiveUrl(client: WireClient, id: number): Promise<string> {
  const { json, text } = await ticketFor(client, id)
  if (json.status !== 'OK') throw new Error(`refused: ${text}`)
  return (json.payload as { url: string }).url
}

export async function bytesOf(client: WireClient, id: number): Promise<Buffer> {
  const response = await client.fetch('GET', await archiveUrl(client, id))
  if (response.status !== 200)
    throw new Error(`not fetched: ${response.status} ${await response.text()}`)
  return Buffer.from(await response.arrayBuffer())
}

export const filesIn = (zip: Buffer): Map<string, Buffer> =>
  new Map(
    readZip(zip).flatMap(({ name, content }) =>
      name.endsWith('/') ? [] : [[name, content] as const],
    ),
  )

export async function archived(
  client: WireClient,
  fields: Fields = {},
): Promise<Map<string, Buffer>> {
  return filesIn(await bytesOf(client, (await prepared(client, fields)).id))
}

export const pdf = (size = 0): Buffer<ArrayBuffer> =>
  Buffer.from(size === 0 ? makePdf(1) : largePdf(1_000 + size))

export const verdictOf = (files: ReadonlyMap<string, Buffer>): Promise<ArchiveVerdict> =>
  verifyArchive(nodeCrypto, {
    list: files.get(MANIFEST.list),
    note: files.get(MANIFEST.note)?.toString(),
    files: [...files].map(([name, content]) => ({
      path: name,
      size: content.length,
      sha256: async () => sha256(content).toString('hex'),
    })),
  })

export interface ArchiveRoom extends TestRoom {
  readonly contents: Readonly<Record<string, Buffer<ArrayBuffer>>>
}

export async function furnish(app: TestApp): Promise<ArchiveRoom> {
  const room = await app.room()
  await room.operator.switches(false)
  const contents = {
    '실사/법무/계약/주식매매계약서.pdf': pdf(),
    '실사/재무/큰 것.pdf': pdf(2_500_000),
    '실사/재무/aux.pdf': pdf(),
    '안내.pdf': pdf(70_000),
    '=1+1.pdf': pdf(),
  }
  await room.operator.upload(
    Object.entries(contents).map(([name, bytes]) => [name, new Uint8Array(bytes)] as const),
  )
  return { ...room, contents }
}

export const byCode = (room: TestRoom) => ({ scope: 'room', code: room.code })
