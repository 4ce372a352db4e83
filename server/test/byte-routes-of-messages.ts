import type { OperationName } from '../../contract/registry.ts'
import { askTicket, showLinked } from './linked-file.ts'
import { type Answer, WireClient } from './wire-client.ts'

/** What somebody holds to whom a message with a linked file went. */
export interface HeldByAddressee {
  readonly messageId: number
  /** The addresses of tickets of their session, one for each of the routes: its first use uses it up. */
  readonly tickets: readonly string[]
}

type Send = (client: WireClient, held: HeldByAddressee) => Promise<Pick<Answer, 'http' | 'text' | 'headers'>>

const fetchTicket =
  (number: number, withSession: boolean, headers: Readonly<Record<string, string>> = {}): Send =>
  async (client, { tickets }) => {
    // The browser that fetches it has no bearer: what counts is the session that asked for it.
    const response = await (withSession ? client : new WireClient(client.base)).fetch('GET', tickets[number] ?? '', { headers })
    return { http: response.status, text: await response.text(), headers: response.headers }
  }

interface Route {
  readonly operation: OperationName
  readonly by: 'message' | 'ticket'
  /** The ticket is shown by the session that asks, not by the browser alone. */
  readonly withSession?: true
  readonly send: Send
}

/** Every way by which the file of a message, or what leads to it, leaves the server. */
export const MESSAGE_ROUTES: readonly Route[] = [
  { operation: 'messages.file', by: 'message', send: (client, { messageId }) => showLinked(client, messageId) },
  { operation: 'messages.fileTicket', by: 'message', send: (client, { messageId }) => askTicket(client, messageId) },
  { operation: 'renditions.fetchTicket', by: 'ticket', send: fetchTicket(0, false) },
  { operation: 'renditions.fetchTicket', by: 'ticket', send: fetchTicket(1, false, { range: 'bytes=5-9' }) },
  { operation: 'renditions.fetchTicket', by: 'ticket', withSession: true, send: fetchTicket(2, true) },
]
