export interface PoolLoad {
  /** At most this many work at once. */
  readonly size: number
  readonly busy: number
  readonly waiting: number
  /** The numbers count from the start of the program. */
  readonly done: number
  readonly failed: number
  /** This counts the threads or processes that ended and were replaced. */
  readonly replaced: number
}
