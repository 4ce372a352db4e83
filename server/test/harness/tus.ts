import type { WireAnswer, WireClient } from './wire-client.ts'

export const TUS = '/room/api/file/tus'
const VERSION = { 'tus-resumable': '1.0.0' }

export const tusMetadata = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(String(value)).toString('base64')}`)
    .join(',')

interface TusMetadata {
  readonly name: string
  readonly size: number | string
  readonly parent?: number
  readonly [more: string]: string | number
}

export function beginUpload(
  client: WireClient,
  { size, parent = 0, ...metadata }: TusMetadata,
): Promise<WireAnswer> {
  const headers = {
    ...VERSION,
    'upload-length': String(size),
    'upload-metadata': tusMetadata({ parent, ...metadata }),
  }
  return client.call('POST', TUS, { headers })
}

export const uploadOf = (answer: WireAnswer): string =>
  answer.headers.get('location')?.split('/').at(-1) ?? ''

export async function newUpload(
  client: WireClient,
  wanted: Partial<TusMetadata> = {},
): Promise<string> {
  const answer = await beginUpload(client, {
    name: '이어.pdf',
    size: 100_000,
    ...wanted,
  } as TusMetadata)
  if (answer.http !== 201) throw new Error(`no upload: ${answer.http} ${answer.text}`)
  return uploadOf(answer)
}

export const headUpload = (client: WireClient, upload: string): Promise<WireAnswer> =>
  client.call('HEAD', `${TUS}/${upload}`, { headers: VERSION })

export const offsetOf = async (client: WireClient, upload: string): Promise<number> =>
  Number((await headUpload(client, upload)).headers.get('upload-offset') ?? Number.NaN)

export function appendTo(
  client: WireClient,
  upload: string,
  offset: number | string,
  bytes: Uint8Array,
  headers = {},
): Promise<WireAnswer> {
  const own = {
    ...VERSION,
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  }
  return client.call('PATCH', `${TUS}/${upload}`, { bytes, headers: { ...own, ...headers } })
}

export const endUpload = (client: WireClient, upload: string): Promise<WireAnswer> =>
  client.call('DELETE', `${TUS}/${upload}`, { headers: VERSION })

export const pieceHead = (
  client: WireClient,
  upload: string,
  offset: number,
  length: number,
): string =>
  [
    `PATCH /api${TUS}/${upload} HTTP/1.1`,
    'host: room.test',
    `authorization: Bearer ${client.me.jwt}`,
    'tus-resumable: 1.0.0',
    `upload-offset: ${offset}`,
    'content-type: application/offset+octet-stream',
    `content-length: ${length}`,
    '\r\n',
  ].join('\r\n')
