import type { Piece } from '../lease.ts'

/** The pieces of a document in which it is searched: those nearest to a page first, the one behind it before the one ahead of it. */
export function piecesFrom(page: number, pageCount: number, length: number): readonly Piece[] {
  const count = Math.ceil(pageCount / length)
  const home = Math.floor((Math.min(Math.max(page, 1), pageCount) - 1) / length)
  const order = [home]
  for (let step = 1; order.length < count; step += 1) order.push(...[home + step, home - step].filter((at) => at >= 0 && at < count))
  return order.map((at) => ({ from: at * length + 1, to: Math.min((at + 1) * length, pageCount) }))
}
