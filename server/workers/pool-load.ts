export interface PoolLoad {
  readonly size: number
  readonly busy: number
  readonly waiting: number
  readonly done: number
  readonly failed: number
  readonly replaced: number
}
