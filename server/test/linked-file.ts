import { LIMITS } from '../../contract/core/limits.ts'
import { makeFiller } from './upload-stream.ts'
import type { Answer, WireClient } from './wire-client.ts'

/** A PDF that is a byte too large for a mail, whoever gets it. */
export const bytesOfLinked = (name: string): Buffer => makeFiller(name, LIMITS.attachmentBytes + 1)

export const linkedFile = (name: string): File => new File([new Uint8Array(bytesOfLinked(name))], name)

/** The newest message that somebody has sent. */
export async function newestSent(sender: WireClient): Promise<number> {
  const answer = await sender.call('GET', `/room/api/message/sent/${sender.me.roomId}`)
  const [newest] = answer.json.payload as { id: number }[]
  if (!newest) throw new Error('nothing was sent')
  return newest.id
}

/** Sends a message with such a file, by an operator to these addresses, else to the operators. @returns its id. */
export async function sendLinked(sender: WireClient, name: string, emails?: readonly string[]): Promise<number> {
  const content = '본문'
  const answer = emails
    ? await sender.message('sendByManager', { subject: name, content, recipients: emails.map((email) => ({ email })) }, [linkedFile(name)])
    : await sender.message('sendByUser', { title: name, content }, [linkedFile(name)])
  if (answer.json.status !== 'OK') throw new Error(answer.text)
  return newestSent(sender)
}

export const showLinked = (client: WireClient, messageId: number): Promise<Answer> =>
  client.call('GET', `/room/api/message/file/${messageId}`)

export const askTicket = (client: WireClient, messageId: number): Promise<Answer> =>
  client.call('POST', '/room/api/message/file/ticket', { body: { id: messageId } })

/** The address of a ticket for the file of a message. */
export async function ticketFor(client: WireClient, messageId: number): Promise<string> {
  const { json } = await askTicket(client, messageId)
  return (json.payload as { url: string }).url
}
