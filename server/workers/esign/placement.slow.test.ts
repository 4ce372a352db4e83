import { afterAll, beforeAll, it } from 'vitest'
import { LARGE, placeSquares, TURNS } from '../../test/fixtures/placed-squares.ts'
import { type Sealer, startSealer } from '../../test/fixtures/sealer.ts'

let sealer: Sealer
beforeAll(async () => {
  sealer = await startSealer()
})
afterAll(() => sealer.close())

it('on an A0 page of any rotation, placed elements are in their place', {
  timeout: 120_000,
}, async () => {
  await (await placeSquares(sealer, [LARGE], TURNS)).expectInPlace(LARGE)
})
