import type { OperationName } from '../../../contract/registry.ts'
import { askTicket, showLinked } from '../fixtures/linked-file.ts'
import { type WireAnswer, WireClient } from '../harness/wire-client.ts'

export interface HeldByAddressee {
  readonly messageId: number
  readonly tickets: readonly string[]
}

type Send = (client: WireClient, held: HeldByAddressee) => Promise<Pick<WireAnswer, 'http' | 'text' | 'headers'>>

const fetchTicket =
  (number: number, withSession: boolean, headers: Readonly<Record<string, string>> = {}): Send =>
  async (client, { tickets }) => {
    // The browser sends no bearer token. The requesting session decides.
    const response = await (withSession ? client : new WireClient(client.base)).fetch('GET', tickets[number] ?? '', { headers })
    return { http: response.status, text: await response.text(), headers: response.headers }
  }

interface Route {
  readonly operation: OperationName
  readonly by: 'message' | 'ticket'
  readonly withSession?: true
  readonly send: Send
}

export const MESSAGE_ROUTES: readonly Route[] = [
  { operation: 'messages.file', by: 'message', send: (client, { messageId }) => showLinked(client, messageId) },
  { operation: 'messages.fileTicket', by: 'message', send: (client, { messageId }) => askTicket(client, messageId) },
  { operation: 'renditions.fetchTicket', by: 'ticket', send: fetchTicket(0, false) },
  { operation: 'renditions.fetchTicket', by: 'ticket', send: fetchTicket(1, false, { range: 'bytes=5-9' }) },
  { operation: 'renditions.fetchTicket', by: 'ticket', withSession: true, send: fetchTicket(2, true) },
]
