import { RenderError, untilAborted } from '../../../workers/render/index.ts'

const WAIT_MS = 5_000
/** Slow work is dropped if nobody asks again in time. */
const KEPT_MS = 20_000
/** These limits apply per kind and lease, and to all answers. */
const MOST_OF_KIND = 4
const MOST_BYTES = 64 * 2 ** 20

export interface Question<T> {
  readonly lease: string
  readonly kind: 'page' | 'text' | 'links' | 'find' | 'thumbnail'
  readonly about: readonly unknown[]
  readonly topic?: string
  readonly signal: AbortSignal
  answer(until: AbortSignal): Promise<T>
  bytesOf(answer: T): number
}

interface Work {
  readonly lease: string
  readonly kind: Question<unknown>['kind']
  readonly topic: string | undefined
  readonly answer: Promise<unknown>
  readonly ends: AbortController
  waiting: number
  bytes: number
  end: NodeJS.Timeout | undefined
}

/** Slow work continues, and a repeated request gets its answer. Each request passes the gate. Only the lease's holder receives it. */
export class SlowAnswers {
  readonly #waitMs: number
  readonly #works = new Map<string, Work>()

  constructor(waitMs = WAIT_MS) {
    this.#waitMs = waitMs
  }

  /** @throws RenderError SLOW, or the error of the work */
  async get<T>(question: Question<T>): Promise<T> {
    const key = JSON.stringify([question.lease, question.kind, ...question.about])
    const work = this.#works.get(key) ?? this.#begin(key, question)
    clearTimeout(work.end)
    work.waiting += 1
    let isSlow = false
    try {
      // The key contains the kind.
      return (await withinMs(work.answer, this.#waitMs, question.signal)) as T
    } catch (error) {
      isSlow = error instanceof RenderError && error.code === 'SLOW'
      throw error
    } finally {
      work.waiting -= 1
      if (work.waiting === 0) this.#leave(key, work, isSlow)
    }
  }

  drop(lease: string): void {
    for (const [key, work] of this.#works) if (work.lease === lease) this.#end(key, work)
  }

  #begin<T>(key: string, { lease, kind, topic, answer, bytesOf }: Question<T>): Work {
    this.#endOthers(lease, kind, topic)
    const ends = new AbortController()
    const answered = answer(ends.signal)
    const work: Work = {
      lease,
      kind,
      topic,
      answer: answered,
      ends,
      waiting: 0,
      bytes: 0,
      end: undefined,
    }
    this.#works.set(key, work)
    answered.then(
      (result) => {
        work.bytes = bytesOf(result)
        this.#trim()
      },
      () => this.#end(key, work),
    )
    return work
  }

  #endOthers(lease: string, kind: Work['kind'], topic: string | undefined): void {
    if (topic === undefined) return
    for (const [key, work] of this.#works)
      if (work.lease === lease && work.kind === kind && work.waiting === 0 && work.topic !== topic)
        this.#end(key, work)
  }

  #leave(key: string, work: Work, isSlow: boolean): void {
    const kept = [...this.#works.values()].filter(
      ({ lease, kind, waiting }) => lease === work.lease && kind === work.kind && waiting === 0,
    )
    if (!isSlow || kept.length > MOST_OF_KIND) this.#end(key, work)
    else work.end = setTimeout(() => this.#end(key, work), KEPT_MS).unref()
  }

  #end(key: string, work: Work): void {
    clearTimeout(work.end)
    if (this.#works.get(key) === work) this.#works.delete(key)
    work.ends.abort(new RenderError('CLOSED', 'nobody waits for it any more'))
  }

  #trim(): void {
    let held = 0
    for (const { bytes } of this.#works.values()) held += bytes
    for (const [key, work] of this.#works) {
      if (held <= MOST_BYTES) return
      if (work.bytes === 0 || work.waiting > 0) continue
      held -= work.bytes
      this.#end(key, work)
    }
  }
}

async function withinMs<T>(answer: Promise<T>, ms: number, signal: AbortSignal): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new RenderError('SLOW', `no answer in ${ms} ms`)), ms)
  try {
    return await untilAborted(answer, AbortSignal.any([signal, late.signal]))
  } finally {
    clearTimeout(timer)
  }
}
