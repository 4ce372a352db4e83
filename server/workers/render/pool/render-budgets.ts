import type { Clock } from '../../../platform/clock/clock.ts'
import type { RenderSource, Task } from '../protocol.ts'
import { RenderError, type RenderFailure } from '../render-error.ts'
import { Lru } from './lru.ts'

/** A slower task may lose its thread. Replacing it takes up to 200 ms. */
export const SLOW_MS = 800
const REFILL_MS = 10 * 60_000
/** Pages that used their allowance wait this long. */
const PAGE_KEPT_MS = 3 * 60_000
/** The budget is fruitless time in deadlines. A few honest pages may fail. */
const DOCUMENT_DEADLINES = 3
const ROOM_DEADLINES = 6
const CRASH_DEADLINES = 0.25
/** Timers are inexact. */
const WHOLE = 0.9
const MOST = 2_000

/** Another room may have caused `STOPPED`. */
const COSTLY: readonly RenderFailure[] = ['TIMEOUT', 'CRASHED', 'MEMORY', 'BUDGET', 'STOPPED']
const PROVEN: readonly RenderFailure[] = ['TIMEOUT', 'CRASHED', 'MEMORY']

export interface Allowance {
  readonly ms: number
  readonly failure: 'TIMEOUT' | 'BUDGET'
}

interface Remembered {
  readonly lost: Bucket
  readonly pages: Map<string, { readonly error: RenderError; readonly until: number }>
  failure: RenderFailure
  slowUntil: number
}

/** Budgets count the fruitless time that a document or room takes from others, and refill by themselves. */
export class RenderBudgets {
  readonly #deadlineMs: number
  readonly #clock: Clock
  readonly #documents = new Lru<Remembered>(MOST)
  readonly #rooms = new Lru<Bucket>(MOST)
  readonly #quick = new Lru<true>(MOST)

  constructor(deadlineMs: number, clock: Clock) {
    this.#deadlineMs = deadlineMs
    this.#clock = clock
  }

  refusalOf(task: Task): RenderError | undefined {
    const document = this.#documents.get(documentOf(task.source))
    if (!document) return undefined
    const page = document.pages.get(keyOf(task))
    if (page && page.until > this.#now()) return page.error
    if (this.#left(document) < this.#least())
      return new RenderError(document.failure, 'its document has used up its budget', {
        isRemembered: true,
      })
    const isLosing = document.lost.level(this.#now()) > 0
    return isLosing && this.#isOver(task.source)
      ? new RenderError('BUDGET', 'its room has used up its budget')
      : undefined
  }

  isLast({ source }: Task): boolean {
    const name = documentOf(source)
    const document = this.#documents.get(name)
    if (document && (document.slowUntil > this.#now() || document.lost.level(this.#now()) > 0))
      return true
    return this.#isUnproven(source)
  }

  allowanceOf({ source }: Task): Allowance {
    const document = this.#documents.get(documentOf(source))
    const ms = Math.min(this.#deadlineMs, document ? this.#left(document) : this.#deadlineMs)
    const hasty = 2 * this.#least()
    return this.#isUnproven(source) && hasty < ms
      ? { ms: hasty, failure: 'BUDGET' }
      : { ms, failure: 'TIMEOUT' }
  }

  ended(task: Task, ms: number, error?: unknown): void {
    if (error === undefined) this.#succeeded(task, ms)
    else if (error instanceof RenderError && COSTLY.includes(error.code))
      this.#failed(task, ms, error)
  }

  #succeeded({ source }: Task, ms: number): void {
    const name = documentOf(source)
    if (ms >= SLOW_MS) this.#remembered(name).slowUntil = this.#now() + PAGE_KEPT_MS
    else if (!this.#quick.get(name)) this.#quick.add(name, true)
  }

  #failed(task: Task, ms: number, error: RenderError): void {
    const isDeath = error.code === 'CRASHED' || error.code === 'MEMORY'
    const lost = isDeath ? Math.max(ms, CRASH_DEADLINES * this.#deadlineMs) : ms
    const name = documentOf(task.source)
    const document = this.#remembered(name)
    // Honest pages may fail before the deadline.
    if (isDeath || (error.code === 'TIMEOUT' && ms >= WHOLE * this.#deadlineMs))
      document.pages.set(keyOf(task), { error, until: this.#now() + PAGE_KEPT_MS })
    if (PROVEN.includes(error.code)) document.failure = error.code
    document.lost.add(lost, this.#now())
    const room = this.#rooms.get(task.source.context.room)
    if (room) room.add(lost, this.#now())
    else
      this.#rooms.add(
        task.source.context.room,
        new Bucket(ROOM_DEADLINES * this.#deadlineMs).add(lost, this.#now()),
      )
  }

  #remembered(name: string): Remembered {
    const known = this.#documents.get(name)
    if (known) return known
    const fresh: Remembered = {
      lost: new Bucket(DOCUMENT_DEADLINES * this.#deadlineMs),
      pages: new Map(),
      failure: 'BUDGET',
      slowUntil: 0,
    }
    this.#documents.add(name, fresh)
    return fresh
  }

  #left({ lost }: Remembered): number {
    return lost.size - lost.level(this.#now())
  }

  #least(): number {
    return Math.min(SLOW_MS, this.#deadlineMs / 4)
  }

  #isOver({ context }: RenderSource): boolean {
    const room = this.#rooms.get(context.room)
    return room !== undefined && room.level(this.#now()) >= room.size
  }

  #isUnproven(source: RenderSource): boolean {
    return this.#isOver(source) && !this.#quick.get(documentOf(source))
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}

class Bucket {
  readonly size: number
  #level = 0
  #at = 0

  constructor(size: number) {
    this.size = size
  }

  level(now: number): number {
    return Math.max(0, this.#level - ((now - this.#at) * this.size) / REFILL_MS)
  }

  add(ms: number, now: number): this {
    this.#level = Math.min(this.size, this.level(now) + ms)
    this.#at = now
    return this
  }
}

const documentOf = ({ context }: RenderSource): string =>
  `${context.room} ${context.file} ${context.purpose}`

function keyOf(task: Task): string {
  if (
    task.type === 'page' ||
    task.type === 'text' ||
    task.type === 'links' ||
    task.type === 'check'
  )
    return `${task.type} ${task.page}`
  if (task.type === 'read') return `${task.type} ${task.from} ${task.to}`
  if (task.type === 'find') return `${task.type} ${task.from} ${task.to}`
  return task.type
}
