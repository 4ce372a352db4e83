// `byte-routes-of-messages.slow.test.ts` runs these routes.
import type { OperationName } from '../../../contract/registry.ts'
import { askTicket, showLinked } from '../fixtures/linked-file.ts'
import { type WireAnswer, WireClient } from '../harness/wire-client.ts'

/** A ticket works once, so each route has its own. */
type TicketOf = 'whole' | 'range' | 'session'

export interface HeldByAddressee {
  readonly messageId: number
  readonly tickets: Readonly<Record<TicketOf, string>>
}

type Send = (
  client: WireClient,
  held: HeldByAddressee,
) => Promise<Pick<WireAnswer, 'http' | 'text' | 'headers'>>

const fetchTicket =
  (ticket: TicketOf, withSession: boolean, headers: Readonly<Record<string, string>> = {}): Send =>
  async (client, { tickets }) => {
    // The browser sends no bearer token. The requesting session decides.
    const response = await (withSession ? client : new WireClient(client.base)).fetch(
      'GET',
      tickets[ticket],
      { headers },
    )
    return { http: response.status, text: await response.text(), headers: response.headers }
  }

interface Route {
  readonly operation: OperationName
  readonly by: 'message' | 'ticket'
  readonly withSession?: true
  readonly send: Send
}

export const MESSAGE_ROUTES: readonly Route[] = [
  {
    operation: 'messages.file',
    by: 'message',
    send: (client, { messageId }) => showLinked(client, messageId),
  },
  {
    operation: 'messages.fileTicket',
    by: 'message',
    send: (client, { messageId }) => askTicket(client, messageId),
  },
  { operation: 'renditions.fetchTicket', by: 'ticket', send: fetchTicket('whole', false) },
  {
    operation: 'renditions.fetchTicket',
    by: 'ticket',
    send: fetchTicket('range', false, { range: 'bytes=5-9' }),
  },
  {
    operation: 'renditions.fetchTicket',
    by: 'ticket',
    withSession: true,
    send: fetchTicket('session', true),
  },
]
