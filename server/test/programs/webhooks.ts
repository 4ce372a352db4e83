import { startTestApp, type TestApp, type TestPerson, type TestRoom } from '../harness/test-app.ts'
import type { WireAnswer } from '../harness/wire-client.ts'
import { type ProgramClient, programClient } from './program-client.ts'
import { type Receiver, startReceiver } from './receiver.ts'

export interface ListedDelivery {
  readonly id: string
  readonly state: string
  readonly attempts: number
  readonly status: number | null
  readonly fault: string | null
  readonly nextAt: string | null
  readonly sequence: number | null
}

/** Sends webhooks without the queue, so that a test sees each attempt. */
export class WebhookSteps {
  readonly app: TestApp
  readonly room: TestRoom
  readonly asker: TestPerson
  readonly program: ProgramClient
  receiver: Receiver

  static async start(): Promise<WebhookSteps> {
    const app = await startTestApp({ mayCallLoopback: true })
    const room = await app.room()
    const parts = {
      app,
      room,
      asker: await app.participant(room),
      program: await programClient(app),
      receiver: await startReceiver(),
    }
    await app.stopJobs()
    return new WebhookSteps(parts)
  }

  constructor({
    app,
    room,
    asker,
    program,
    receiver,
  }: Pick<WebhookSteps, 'app' | 'room' | 'asker' | 'program' | 'receiver'>) {
    this.app = app
    this.room = room
    this.asker = asker
    this.program = program
    this.receiver = receiver
  }

  async close(): Promise<void> {
    await this.receiver.close()
    await this.app.close()
  }

  /** Another receiver, and no webhook of an earlier test. */
  async clear(): Promise<void> {
    await this.receiver.close()
    this.receiver = await startReceiver()
    for (const { id } of (await this.program.get('/webhooks')).json.payload as { id: number }[])
      await this.program.call('DELETE', `/platform/webhooks/${id}`)
  }

  async subscribed(
    events: readonly string[],
    url = this.receiver.url,
  ): Promise<{ id: number; secret: string }> {
    const answer = await this.program.post('/webhooks', { url, events })
    return answer.json.payload as { id: number; secret: string }
  }

  async listOf(webhookId: number, query = {}): Promise<ListedDelivery[]> {
    return (await this.program.get(`/webhooks/${webhookId}/deliveries`, query)).json
      .payload as ListedDelivery[]
  }

  rename(name: string): Promise<WireAnswer> {
    return this.program.post(`/rooms/${this.room.roomId}/rename`, { name })
  }

  async placeEvents(): Promise<void> {
    while ((await this.app.program.sequence()) > 0);
  }

  async runJob(
    job: string,
    payload: unknown,
    signal = new AbortController().signal,
  ): Promise<void> {
    const handler = this.app.program.jobs.handlers.find(({ name }) => name === job)
    await handler?.run(payload, { signal, attempt: 1, lastAttempt: false })
  }

  send(
    { id, attempts }: Pick<ListedDelivery, 'id' | 'attempts'>,
    webhookId: number,
    signal?: AbortSignal,
  ): Promise<void> {
    return this.runJob('webhooks.deliver', { id, webhookId, attempts, looks: 0 }, signal)
  }

  async sendAll(webhookId: number): Promise<void> {
    await this.placeEvents()
    for (const delivery of await this.listOf(webhookId, { state: 'waiting' }))
      await this.send(delivery, webhookId)
  }

  /** @returns the waiting jobs, newest first, with the seconds that they wait */
  async jobsOf(webhookId: number): Promise<{ seconds: number }[]> {
    const { rows } = await this.app.database.pool.query(
      `select jobs.run_at - now() as wait, extract(epoch from jobs.run_at - now())::float8 as seconds from graphile_worker._private_jobs as jobs
       where payload->>'webhookId' = $1::text order by jobs.id desc`,
      [webhookId],
    )
    return rows
  }
}
