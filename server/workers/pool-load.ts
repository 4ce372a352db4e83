/** What a pool of threads or processes is doing. */
export interface PoolLoad {
  /** The most that work at once. */
  readonly size: number
  readonly busy: number
  readonly waiting: number
  /** Since the start. */
  readonly done: number
  readonly failed: number
  /** Threads or processes that ended and had a successor. */
  readonly replaced: number
}
