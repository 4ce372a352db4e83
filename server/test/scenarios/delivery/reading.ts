import { expect } from 'vitest'
import type { WireAnswer, WireClient } from '../../harness/wire-client.ts'

export async function put(client: WireClient, name: string, bytes: Uint8Array): Promise<number> {
  const { http, json } = await client.upload([[name, new Uint8Array(bytes)]])
  expect(http).toBe(200)
  const [stored] = json.payload as { id: number }[]
  if (!stored) throw new Error('the upload stored nothing')
  return stored.id
}

interface Image {
  readonly http: number
  readonly headers: Headers
  readonly bytes: Buffer
}

export async function page(
  client: WireClient,
  lease: string,
  number: number | string = 1,
  query = '',
): Promise<Image> {
  const response = await client.fetch('GET', `/room/api/file/view/${lease}/pages/${number}${query}`)
  return {
    http: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

export const manifest = (client: WireClient, lease: string): Promise<WireAnswer> =>
  client.call('GET', `/room/api/file/view/${lease}`)

export const codeOf = ({ bytes }: Image): string => JSON.parse(bytes.toString()).code
