import type { Task } from './protocol.ts'
import { RenderError } from './render-error.ts'

/** Long enough that one page is no way to hold up the threads; short enough for one that a machine under load was too slow for. */
const KEPT_MS = 3 * 60_000
const MOST = 1_000

/** Pages over which a thread was lost, or held up until its deadline: they are not tried again for a while, in whatever size. */
export class FailedPages {
  /** The oldest comes first. */
  readonly #failures = new Map<string, RenderError>()

  /** Why this would fail again. */
  failureOf(task: Task): RenderError | undefined {
    const key = keyOf(task)
    return key === undefined ? undefined : this.#failures.get(key)
  }

  note(task: Task, error: unknown): void {
    const key = keyOf(task)
    const isCostly = error instanceof RenderError && (error.code === 'TIMEOUT' || error.code === 'CRASHED')
    if (key === undefined || !isCostly) return
    this.#failures.set(key, error)
    setTimeout(() => this.#failures.delete(key), KEPT_MS).unref()
    const [oldest] = this.#failures.keys()
    if (this.#failures.size > MOST && oldest !== undefined) this.#failures.delete(oldest)
  }
}

/** What is asked of which page of which document; undefined where it is not about one page. */
function keyOf(task: Task): string | undefined {
  if (task.type !== 'page' && task.type !== 'text' && task.type !== 'links') return undefined
  return `${task.source.id} ${task.type} ${task.page}`
}
