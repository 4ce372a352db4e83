import { expect, it } from 'vitest'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'

it('limits a member to a number of shares, does not count those of others, and admits another once one is released', () => {
  const limiter = new ConcurrencyLimiter({ perMember: 2, retryAfter: 1 })
  const release = limiter.take(1)
  limiter.take(1)
  expect(() => limiter.take(1)).toThrow('BUSY')
  limiter.take(2)
  release()
  release()
  limiter.take(1)
  expect(() => limiter.take(1)).toThrow('BUSY')
})

it('lets all together hold no more than the node bears', () => {
  const limiter = new ConcurrencyLimiter({ perMember: 2, inAll: 3, retryAfter: 1 })
  const release = limiter.take(1)
  limiter.take(1)
  limiter.take(2)
  expect(() => limiter.take(3)).toThrow('BUSY')
  release()
  limiter.take(3)
  expect(() => limiter.take(2)).toThrow('BUSY')
})
