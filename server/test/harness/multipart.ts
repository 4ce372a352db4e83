import type { WireAnswer, WireClient } from './wire-client.ts'

export interface MultipartPart {
  readonly name: string
  readonly filename?: string
  readonly type?: string
  readonly content: string | Uint8Array
}

const BOUNDARY = 'sealroom-test-boundary'
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`

export function partHead({ name, filename, type }: Omit<MultipartPart, 'content'>): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`
  const media = type ?? (filename === undefined ? undefined : 'application/octet-stream')
  return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n${media ? `content-type: ${media}\r\n` : ''}\r\n`
}

export const CLOSING = `--${BOUNDARY}--\r\n`

export function multipartBody(parts: readonly MultipartPart[], closing = CLOSING): Buffer {
  const pieces = parts.flatMap((part) => [partHead(part), part.content, '\r\n'])
  return Buffer.concat([...pieces, closing].map((piece) => Buffer.from(piece as Uint8Array)))
}

export const UPLOAD = '/room/api/file/upload'

const ownFields = (client: WireClient) => ({
  id: client.me.id,
  parent: 0,
  roomId: client.me.roomId,
  typeId: 4,
})

export const fieldParts = (
  client: WireClient,
  changes: Readonly<Record<string, unknown>> = {},
): MultipartPart[] =>
  Object.entries({ ...ownFields(client), ...changes }).map(([name, value]) => ({
    name,
    content: String(value),
  }))

export const jsonFields = (
  client: WireClient,
  changes: Readonly<Record<string, unknown>> = {},
): string => JSON.stringify({ ...ownFields(client), ...changes })

interface PostOptions {
  readonly type?: string
  readonly closing?: string
  readonly language?: string
}

export async function postParts(
  client: WireClient,
  parts: readonly MultipartPart[],
  options: PostOptions = {},
): Promise<WireAnswer> {
  const { type = MULTIPART, closing = CLOSING, language = 'ko' } = options
  const response = await fetch(`${client.base}/api${UPLOAD}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.me.jwt}`,
      'content-type': type,
      'accept-language': language,
    },
    body: new Uint8Array(multipartBody(parts, closing)),
  })
  const text = await response.text()
  return { http: response.status, headers: response.headers, text, json: JSON.parse(text) }
}

export const uploadHead = (client: WireClient, length: string): string =>
  `POST /api${UPLOAD} HTTP/1.1\r\nhost: room.test\r\nauthorization: Bearer ${client.me.jwt}\r\ncontent-type: ${MULTIPART}\r\n${length}\r\n\r\n`
