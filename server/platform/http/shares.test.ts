import { expect, it } from 'vitest'
import { Shares } from './shares.ts'

it('lets a member hold so many, others beside, and another when one is given back, once', () => {
  const shares = new Shares({ perMember: 2, retryAfter: 1 })
  const release = shares.take(1)
  shares.take(1)
  expect(() => shares.take(1)).toThrow('BUSY')
  shares.take(2)
  release()
  release()
  shares.take(1)
  expect(() => shares.take(1)).toThrow('BUSY')
})

it('lets all together hold no more than the node bears', () => {
  const shares = new Shares({ perMember: 2, inAll: 3, retryAfter: 1 })
  const release = shares.take(1)
  shares.take(1)
  shares.take(2)
  expect(() => shares.take(3)).toThrow('BUSY')
  release()
  shares.take(3)
  expect(() => shares.take(2)).toThrow('BUSY')
})
