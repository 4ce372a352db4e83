import { afterAll, beforeAll, it } from 'vitest'
import { LARGE, placeSquares, TURNS } from '../../test/placed-squares.ts'
import { type Sealer, startSealer } from '../../test/sealer.ts'

let sealer: Sealer
beforeAll(async () => {
  sealer = await startSealer()
})
afterAll(() => sealer.close())

it('whatever way a page of A0 is turned, what is placed stands in its place', { timeout: 120_000 }, async () => {
  await (await placeSquares(sealer, [LARGE], TURNS)).expectInPlace(LARGE)
})
