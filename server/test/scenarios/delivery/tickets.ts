import { largePdf } from '../../fixtures/large-pdf.ts'
import type { TestApp, TestPerson, TestRoom } from '../../harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../harness/wire-client.ts'

export const content = Buffer.from(largePdf(50_000))

export interface Prepared {
  readonly room: TestRoom
  readonly person: TestPerson
  readonly itemId: number
}

export async function prepared(app: TestApp): Promise<Prepared> {
  const room = await app.room()
  await room.operator.switches(false)
  await room.operator.upload([['계약서.pdf', new Uint8Array(content)]])
  const person = await app.participant(room)
  await room.operator.setRight(person.memberId, 'download', true)
  return { room, person, itemId: (await room.operator.items())[0]?.id ?? 0 }
}

export const ask = (
  client: WireClient,
  fileIds: readonly number[],
  more: object = {},
): Promise<WireAnswer> =>
  client.call('POST', '/room/api/file/ticket', { body: { fileIds, kind: 'download', ...more } })

export async function visit(app: TestApp, url: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.base}/api${url}`, { headers })
  return {
    http: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

export const downloads = async (app: TestApp, { room }: Prepared): Promise<string[]> =>
  (await app.logged(room.roomId)).filter((kind) => /download/.test(kind))
