import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { Log } from '../log/log.ts'
import { type ConnectionOptions, toClientConfig } from './connection-options.ts'

const HEARTBEAT_MS = 2_000
const ANSWER_WITHIN_MS = 3_000
const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 10_000

export interface ListenerHandlers {
  /** Another release may send payloads. */
  readonly onMessage: (payload: unknown) => void
  /** The handler must poll, since messages may be missed. */
  readonly onLost: () => void
  /** The handler polls again for lost messages. */
  readonly onRestored: () => void
  readonly log: Log
  /** The default is 2000 milliseconds. */
  readonly heartbeatMs?: number
}

export interface Listener {
  close(): Promise<void>
}

/** Pauses grow. @throws Error if the first connection fails. */
export async function listen(
  options: ConnectionOptions,
  channel: string,
  handlers: ListenerHandlers,
): Promise<Listener> {
  const { log } = handlers
  const closing = new AbortController()
  let connection = await subscribe(options, channel, handlers)

  const keepListening = async () => {
    for (;;) {
      await connection.lost
      if (closing.signal.aborted) return
      log.warn({ channel }, 'the database listener lost its connection')
      handlers.onLost()
      const next = await reconnect(() => subscribe(options, channel, handlers), closing.signal, log)
      if (next === undefined) return
      connection = next
      if (closing.signal.aborted) return connection.end()
      log.info({ channel }, 'the database listener is connected again')
      handlers.onRestored()
    }
  }
  const running = keepListening()
  return {
    close: async () => {
      closing.abort()
      connection.end()
      await running
    },
  }
}

interface Subscription {
  readonly lost: Promise<void>
  end(): void
}

async function subscribe(
  options: ConnectionOptions,
  channel: string,
  handlers: ListenerHandlers,
): Promise<Subscription> {
  const client = new Client({
    ...toClientConfig(options),
    application_name: 'sealroom 2 listener',
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  })
  // An unhandled error would end the process.
  client.on('error', (error) => handlers.log.debug({ error }, 'database listener'))
  client.on('notification', ({ payload }) => deliver(payload, handlers))
  const gone = new AbortController()
  client.once('end', () => gone.abort())
  try {
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
  } catch (error) {
    destroy(client)
    throw error
  }
  return {
    lost: watch(client, gone.signal, handlers.heartbeatMs ?? HEARTBEAT_MS),
    end: () => destroy(client),
  }
}

/** Firewalls cut connections silently. */
async function watch(client: Client, gone: AbortSignal, heartbeatMs: number): Promise<void> {
  try {
    for (;;) {
      await delay(heartbeatMs, undefined, { signal: gone })
      await client.query('select 1')
    }
  } catch {
    destroy(client)
  }
}

function destroy(client: Client): void {
  client.connection.stream.destroy()
}

function deliver(payload: string | undefined, { onMessage, log }: ListenerHandlers): void {
  try {
    onMessage(JSON.parse(payload ?? ''))
  } catch (error) {
    log.error({ error }, 'a database message could not be handled')
  }
}

async function reconnect(
  connect: () => Promise<Subscription>,
  closing: AbortSignal,
  log: Log,
): Promise<Subscription | undefined> {
  for (
    let pause = FIRST_RETRY_MS;
    !closing.aborted;
    pause = Math.min(pause * 2, LONGEST_RETRY_MS)
  ) {
    try {
      await delay(pause, undefined, { signal: closing })
      return await connect()
    } catch (error) {
      log.debug({ error }, 'the database listener could not connect')
    }
  }
  return undefined
}
