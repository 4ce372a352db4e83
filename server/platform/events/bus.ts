import type { z } from 'zod'
import type { Queryable } from '../db/database.ts'
import { notify } from '../db/listener.ts'

/** What a subscriber hears: a message, or that messages may have been missed, so that anything may have changed. */
export type Heard<Message> = Message | 'unknown'

type Subscriber<Message> = (heard: Heard<Message>) => void

const CHANNEL = 'sealroom'
const POLL_MS = 1_000

/** What the listener's connection does, told to the bus. */
interface Wiring {
  onMessage(payload: unknown): void
  onLost(): void
  onRestored(): void
}

/** Opens the dedicated connection that listens on a channel. */
export type OpenListener = (channel: string, wiring: Wiring) => Promise<{ close(): Promise<void> }>

/** Short messages between the nodes, published with a transaction and heard after its commit. */
export interface Bus<Message extends object> {
  /** Inside the caller's transaction: a rolled back change is never announced. */
  publish(db: Queryable, message: Message): Promise<void>
  /** @returns ends the subscription. */
  subscribe(subscriber: Subscriber<Message>): () => void
  close(): Promise<void>
}

/** While the connection is lost every second counts as a message of unknown content, so nothing is overlooked for longer. */
export async function openBus<Message extends object>(schema: z.ZodType<Message>, openListener: OpenListener): Promise<Bus<Message>> {
  const subscribers = new Set<Subscriber<Message>>()
  let polling: NodeJS.Timeout | undefined
  const tell = (heard: Heard<Message>): void => {
    for (const subscriber of [...subscribers]) subscriber(heard)
  }
  const stopPolling = (): void => {
    clearInterval(polling)
    polling = undefined
  }
  const listener = await openListener(CHANNEL, {
    onMessage: (payload) => {
      const parsed = schema.safeParse(payload)
      tell(parsed.success ? parsed.data : 'unknown')
    },
    onLost: () => {
      polling ??= setInterval(() => tell('unknown'), POLL_MS)
    },
    onRestored: () => {
      stopPolling()
      tell('unknown')
    },
  })
  return {
    publish: (db, message) => notify(db, CHANNEL, message),
    subscribe(subscriber) {
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
    async close() {
      stopPolling()
      await listener.close()
    },
  }
}
