import type { z } from 'zod'
import type { Queryable } from '../db/database.ts'
import { notify } from '../db/listener.ts'

/** What a subscriber hears: a message, or that messages may have been missed, so that anything may have changed. */
export type Heard<Message> = Message | 'unknown'

type Subscriber<Message> = (heard: Heard<Message>) => void

const CHANNEL = 'sealroom'
/** Messages that are kept for those who subscribe a moment after they have read what messages are about. */
const KEPT = 1_000
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
  /** How many messages this node has heard: what is read after asking is at least as new as all of them. */
  position(): number
  /**
   * @param since A position: what was heard behind it is told at once. Whoever has read the truth after asking for it misses nothing and need
   * not read it a second time.
   * @returns ends the subscription.
   */
  subscribe(subscriber: Subscriber<Message>, since?: number): () => void
  close(): Promise<void>
}

/** While the connection is lost every second counts as a message of unknown content, so nothing is overlooked for longer. */
export async function openBus<Message extends object>(schema: z.ZodType<Message>, openListener: OpenListener): Promise<Bus<Message>> {
  const subscribers = new Set<Subscriber<Message>>()
  let polling: NodeJS.Timeout | undefined
  const kept: Heard<Message>[] = []
  let position = 0
  const tell = (heard: Heard<Message>): void => {
    position += 1
    kept.push(heard)
    if (kept.length > KEPT) kept.shift()
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
    position: () => position,
    subscribe(subscriber, since = position) {
      subscribers.add(subscriber)
      const missed = position - since
      if (missed > kept.length) subscriber('unknown')
      else for (const heard of kept.slice(kept.length - missed)) subscriber(heard)
      return () => subscribers.delete(subscriber)
    },
    async close() {
      stopPolling()
      await listener.close()
    },
  }
}
