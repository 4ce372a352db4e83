import { ROLE } from '../../../contract/core/limits.ts'
import type { TestRoom } from '../harness/test-app.ts'
import { envelopeOf } from '../harness/wire/wire-session.ts'
import type { WireAnswer, WireClient } from '../harness/wire-client.ts'

export interface NamedObjects {
  readonly room: TestRoom
  readonly itemId: number
  readonly folderId: number
  readonly templateId: number
  readonly imageId: number
  readonly signerBox: string
  readonly filename: string
  readonly leaseName: string
  readonly memberId: number
  readonly threadId: string
  readonly threadFileId: string
  readonly linked: { readonly toMember: number; readonly toOperators: number }
  readonly spareMemberId: () => Promise<number>
  readonly failedMailId: () => Promise<number>
}

export const BEFORE_ALL = Buffer.from(JSON.stringify(['name', true, '', 1])).toString('base64url')

export async function leaseOf(
  client: WireClient,
  { itemId, leaseName }: NamedObjects,
): Promise<string> {
  const answer = await client.call('GET', `/room/api/file/prepareFile/${itemId}`)
  return answer.json.status === 'OK' ? (answer.json.payload as { name: string }).name : leaseName
}

export async function ownLease(
  client: WireClient,
  named: NamedObjects,
  rest: string,
): Promise<WireAnswer> {
  return fetchBytes(client, `/room/api/file/view/${await leaseOf(client, named)}${rest}`)
}

export async function ticketOf(
  client: WireClient,
  { room, itemId }: NamedObjects,
): Promise<string> {
  const ask = (asker: WireClient) =>
    asker.call('POST', '/room/api/file/ticket', { body: { fileIds: [itemId], kind: 'download' } })
  const own = await ask(client)
  const issued = own.json.status === 'OK' ? own : await ask(room.operator)
  return (issued.json.payload as { url: string }).url.split('/').at(-1) ?? ''
}

export function sendMessage(call: string, fields: object) {
  return (client: WireClient, { room }: NamedObjects): Promise<WireAnswer> => {
    const { roleId, userId } = client.session ?? room.operator.me
    const form = new FormData()
    form.set(
      'data',
      JSON.stringify({
        ...fields,
        content: '내용',
        sender: { roleId, roomId: room.roomId, userId },
      }),
    )
    return client.call('POST', `/room/api/message/${call}`, { form })
  }
}

export const linkedTo = ({ session }: WireClient, { linked }: NamedObjects): number =>
  session?.roleId === ROLE.operator ? linked.toOperators : linked.toMember

export async function sentMessageOf(client: WireClient, named: NamedObjects): Promise<number> {
  const { room, memberId } = named
  const { name = '', email = '' } =
    (await room.operator.members())
      .map((row) => ({ ...row, name: row.userName }))
      .find(({ id }) => id === memberId) ?? {}
  const newestOf = async (sender: WireClient): Promise<number | undefined> => {
    const answer = await sender.call('GET', `/room/api/message/sent/${room.roomId}`)
    return answer.json.status === 'OK'
      ? (answer.json.payload as { id: number }[])[0]?.id
      : undefined
  }
  await sendMessage('sendByUser', { title: '행렬' })(client, named)
  const toPerson = sendMessage('sendByManager', { subject: '행렬', recipients: [{ name, email }] })
  await toPerson(client, named)
  const own = await newestOf(client)
  if (own === undefined) await toPerson(room.operator, named)
  return own ?? (await newestOf(room.operator)) ?? 0
}

export function postForBytes(
  path: string,
  content: (named: NamedObjects) => object,
  withIds = true,
) {
  return (client: WireClient, named: NamedObjects): Promise<WireAnswer> => {
    const { id, roomId } = client.session ?? { id: 1, roomId: 1 }
    return fetchBytes(client, path, { ...(withIds ? { id, roomId } : {}), ...content(named) })
  }
}

export const fetchBytes = (
  client: WireClient,
  path: string,
  content?: object,
): Promise<WireAnswer> =>
  answerTo(client, content ? ['POST', path, { body: content }] : ['GET', path])

export type MatrixRequest = Parameters<WireClient['fetch']>

export async function answerTo(client: WireClient, request: MatrixRequest): Promise<WireAnswer> {
  const response = await client.fetch(...request)
  const { status: http, headers } = response
  const isFile = headers.get('content-disposition')?.startsWith('attachment')
  const isEnvelope = !isFile && headers.get('content-type')?.startsWith('application/json')
  const text = isEnvelope ? await response.text() : ''
  if (!isEnvelope) await response.body?.cancel()
  return {
    http,
    headers,
    text,
    json: isEnvelope ? envelopeOf(text) : { status: 'OK', payload: null },
  }
}

export const body =
  (
    method: string,
    path: string,
    content: (named: NamedObjects, own: Record<'id' | 'roomId' | 'userId', number>) => unknown,
  ) =>
  (client: WireClient, named: NamedObjects) =>
    client.call(method, path, {
      body: content(named, client.session ?? { id: 1, roomId: 1, userId: 1 }),
    })
