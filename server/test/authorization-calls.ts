import { ROLE } from '../../contract/core/limits.ts'
import type { TestRoom } from './test-app.ts'
import { type Answer, envelopeOf, type WireClient } from './wire-client.ts'

/** What the requests of the matrix name: things of one room. */
export interface Named {
  readonly room: TestRoom
  readonly itemId: number
  /** A document that is composed, a draft that has a sealed one all the same. */
  readonly templateId: number
  /** An image for stamping, which stands on the document of the signer. */
  readonly imageId: number
  /** A box of that signer. */
  readonly signerBox: string
  readonly filename: string
  readonly leaseName: string
  readonly memberId: number
  /** Messages with files to which their mails lead: one to that member, one to the operators. */
  readonly linked: { readonly toMember: number; readonly toOperators: number }
  readonly spareMemberId: () => Promise<number>
  /** A mail that was given up, there for one call. */
  readonly failedMailId: () => Promise<number>
}

/** A lease belongs to one session, so whoever can open one uses their own; the others try somebody else's. */
export async function leaseOf(client: WireClient, { itemId, leaseName }: Named): Promise<string> {
  const answer = await client.call('GET', `/room/api/file/prepareFile/${itemId}`)
  return answer.json.status === 'OK' ? (answer.json.payload as { name: string }).name : leaseName
}

export async function ownLease(client: WireClient, named: Named, rest: string): Promise<Answer> {
  return fetchBytes(client, `/room/api/file/view/${await leaseOf(client, named)}${rest}`)
}

/** A ticket belongs to one session, too. */
export async function ticketOf(client: WireClient, { room, itemId }: Named): Promise<string> {
  const ask = (asker: WireClient) => asker.call('POST', '/room/api/file/ticket', { body: { fileIds: [itemId], kind: 'download' } })
  const own = await ask(client)
  const issued = own.json.status === 'OK' ? own : await ask(room.operator)
  return (issued.json.payload as { url: string }).url.split('/').at(-1) ?? ''
}

/** A message that says it comes from somebody of the room of the matrix. */
export function sendMessage(call: string, fields: object) {
  return (client: WireClient, { room }: Named): Promise<Answer> => {
    const { roleId, userId } = client.session ?? room.operator.me
    const form = new FormData()
    form.set('data', JSON.stringify({ ...fields, content: '내용', sender: { roleId, roomId: room.roomId, userId } }))
    return client.call('POST', `/room/api/message/${call}`, { form })
  }
}

/** The message with a file that was sent to somebody like the caller. */
export const linkedTo = ({ session }: WireClient, { linked }: Named): number =>
  session?.roleId === ROLE.operator ? linked.toOperators : linked.toMember

/** A message belongs to its sender, so whoever can write uses their own; the others try the operator's. */
export async function sentMessageOf(client: WireClient, named: Named): Promise<number> {
  const { room, memberId } = named
  const { name = '', email = '' } =
    (await room.operator.members()).map((row) => ({ ...row, name: row.userName })).find(({ id }) => id === memberId) ?? {}
  const newestOf = async (sender: WireClient): Promise<number | undefined> => {
    const answer = await sender.call('GET', `/room/api/message/sent/${room.roomId}`)
    return answer.json.status === 'OK' ? (answer.json.payload as { id: number }[])[0]?.id : undefined
  }
  await sendMessage('sendByUser', { title: '행렬' })(client, named)
  const toPerson = sendMessage('sendByManager', { subject: '행렬', recipients: [{ name, email }] })
  await toPerson(client, named)
  const own = await newestOf(client)
  if (own === undefined) await toPerson(room.operator, named)
  return own ?? (await newestOf(room.operator)) ?? 0
}

/** Bytes of an item, asked for with the caller's own ids unless the call takes none. */
export function postForBytes(path: string, content: (named: Named) => object, withIds = true) {
  return (client: WireClient, named: Named): Promise<Answer> => {
    const { id, roomId } = client.session ?? { id: 1, roomId: 1 }
    return fetchBytes(client, path, { ...(withIds ? { id, roomId } : {}), ...content(named) })
  }
}

export const fetchBytes = (client: WireClient, path: string, content?: object): Promise<Answer> =>
  answerTo(client, content ? ['POST', path, { body: content }] : ['GET', path])

export type Request = Parameters<WireClient['fetch']>

/** The answer to a request for whatever it may be. Of what is no envelope nothing is read: a stream of events has no end. */
export async function answerTo(client: WireClient, request: Request): Promise<Answer> {
  const response = await client.fetch(...request)
  const { status: http, headers } = response
  // An export of the log is JSON itself.
  const isFile = headers.get('content-disposition')?.startsWith('attachment')
  const isEnvelope = !isFile && headers.get('content-type')?.startsWith('application/json')
  const text = isEnvelope ? await response.text() : ''
  if (!isEnvelope) await response.body?.cancel()
  return { http, headers, text, json: isEnvelope ? envelopeOf(text) : { status: 'OK', payload: null } }
}

/** A call with a JSON body that is made of what the row names and of the caller's own ids. */
export const body =
  (method: string, path: string, content: (named: Named, own: Record<'id' | 'roomId' | 'userId', number>) => unknown) =>
  (client: WireClient, named: Named) =>
    client.call(method, path, { body: content(named, client.session ?? { id: 1, roomId: 1, userId: 1 }) })
