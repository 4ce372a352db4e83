import type { Batch, BatchResult, SendOptions } from '../features/uploads/queue/send-batch.ts'
import type { ResumableOptions } from '../features/uploads/queue/send-resumable.ts'
import type { Job, Taken, Unfinished } from '../features/uploads/queue/upload-job.ts'
import { UploadQueue } from '../features/uploads/queue/upload-queue.ts'
import { ApiError } from '../lib/api/api-error.ts'
import type { Clock } from '../lib/browser/clock.ts'

interface SentTestUpload<Options> {
  readonly options: Options
  readonly resolve: (result?: Partial<BatchResult>) => void
  readonly reject: (error: unknown) => void
}

export interface TestUploads {
  readonly queue: UploadQueue
  readonly sent: (SentTestUpload<SendOptions> & { readonly batch: Batch })[]
  readonly resumable: (SentTestUpload<ResumableOptions> & { readonly job: Job })[]
  readonly stored: number[]
  readonly asked: (readonly string[])[]
  readonly discarded: string[]
  readonly folders: (readonly string[])[]
  readonly server: {
    taken: readonly Taken[]
    unfinished: readonly Unfinished[]
    answers: boolean
    probes: number
  }
  now: number
  pass(ms: number): Promise<void>
  goOnline(): Promise<void>
  timers(): number
  states(): Readonly<Record<string, string>>
  entries(): ReturnType<UploadQueue['entry']>[]
  idOf(path: string): number
}

export const settle = () => new Promise((resolve) => setImmediate(resolve))
export const NO_ANSWER = new ApiError('OFFLINE', 0, 'no answer')

export const file = (path: string, size = 10, lastModified = 0) => {
  const picked = new File([], path, { lastModified })
  Object.defineProperty(picked, 'size', { value: size })
  return { file: picked, path }
}

export const emptyFolder = (path: string) => ({ file: new File([], path), path, isFolder: true })

export const taken = (path: string, more: Partial<Taken> = {}): Taken => ({
  path,
  id: 1,
  name: path,
  size: 99,
  uploadedAt: '2026-01-01T00:00:00.000Z',
  ...more,
})

const request = <Options>(options: Options, keep: (sent: SentTestUpload<Options>) => void) =>
  new Promise<BatchResult>((resolve, reject) =>
    keep({
      options,
      reject,
      resolve: (result) => resolve({ stored: [], rejected: [], ...result }),
    }),
  )

export function testUploads(): TestUploads {
  let timers: { readonly at: number; readonly run: () => void }[] = []
  let online = () => {}
  let now = 0
  const answer = async <T>(value: () => T): Promise<T> => {
    if (!harness.server.answers) throw NO_ANSWER
    return value()
  }
  const clock: Clock = {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
  }
  const queue = new UploadQueue(
    {
      submits: false,
      language: () => 'ko',
      onStored: (parent) => harness.stored.push(parent),
      send: (batch, options) => request(options, (one) => harness.sent.push({ ...one, batch })),
      makeFolders: (_, paths) => {
        harness.folders.push(paths)
        return answer(() => ({ stored: [], rejected: [] }))
      },
      sendResumable: (job, options) =>
        request(options, (one) => harness.resumable.push({ ...one, job })),
      taken: (_, paths) => {
        harness.asked.push(paths)
        return answer(() => harness.server.taken.filter(({ path }) => paths.includes(path)))
      },
      unfinished: () => answer(() => harness.server.unfinished),
      discard: (upload) => answer(() => void harness.discarded.push(upload)),
      probe: () => {
        harness.server.probes += 1
        return answer(() => undefined)
      },
      onOnline(run) {
        online = run
        return () => undefined
      },
    },
    clock,
  )
  const entries = () => queue.order().map((id) => queue.entry(id))
  const harness: TestUploads = {
    queue,
    sent: [],
    resumable: [],
    stored: [],
    asked: [],
    discarded: [],
    folders: [],
    server: { taken: [], unfinished: [], answers: true, probes: 0 },
    get now() {
      return now
    },
    set now(to) {
      now = to
    },
    async pass(ms) {
      const end = now + ms
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (!next) break
        timers = timers.filter((one) => one !== next)
        now = next.at
        next.run()
        await settle()
      }
      now = end
    },
    async goOnline() {
      online()
      await settle()
    },
    timers: () => timers.length,
    states: () => Object.fromEntries(entries().map((entry) => [entry?.path, entry?.state])),
    entries,
    idOf: (path) => entries().find((entry) => entry?.path === path)?.id ?? 0,
  }
  return harness
}
