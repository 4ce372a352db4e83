import { z } from 'zod'
import type { Queryable } from '../db/database.ts'
import { notify } from '../db/notices.ts'

/** 'unknown' means that messages may be missing. */
export type Heard<Message> = Message | 'unknown'

type Subscriber<Message> = (heard: Heard<Message>) => void

const CHANNEL = 'sealroom'
/** Subscribers may have read just before. */
const KEPT = 1_000
const POLL_MS = 1_000

interface Wiring {
  onMessage(payload: unknown): void
  onLost(): void
  onRestored(): void
}

export type OpenListener = (channel: string, wiring: Wiring) => Promise<{ close(): Promise<void> }>

/** Messages are delivered after the commit. */
export interface Bus<Message extends object> {
  publish(db: Queryable, message: Message): Promise<void>
  /** Later reads include all messages before it. */
  position(): number
  /** @param since a position; later messages are delivered at once. */
  subscribe(subscriber: Subscriber<Message>, since?: number): () => void
  close(): Promise<void>
}

/** Without a connection, subscribers receive 'unknown' every second. */
export async function openBus<Message extends object>(
  schema: z.ZodType<Message>,
  openListener: OpenListener,
): Promise<Bus<Message>> {
  const subscribers = new Set<Subscriber<Message>>()
  let polling: NodeJS.Timeout | undefined
  const kept: Heard<Message>[] = []
  let position = 0
  const report = (heard: Heard<Message>): void => {
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
      const parsed = z
        .array(schema)
        .min(1)
        .safeParse(Array.isArray(payload) ? payload : [payload])
      for (const heard of parsed.success ? parsed.data : (['unknown'] as const)) report(heard)
    },
    onLost: () => {
      polling ??= setInterval(() => report('unknown'), POLL_MS)
    },
    onRestored: () => {
      stopPolling()
      report('unknown')
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
