import { expect, it } from 'vitest'
import { createStreamLimit } from './stream-limit.ts'

async function* endless(): AsyncGenerator<number> {
  for (let count = 0; ; count += 1) yield count
}

it('limits a member to twenty streams, does not count those of others, and admits new ones when old ones end', async () => {
  const limit = createStreamLimit()
  const start = async (member: number) => {
    const stream = limit.admit(member, endless())[Symbol.asyncIterator]()
    expect((await stream.next()).value).toBe(0)
    return stream
  }
  const held = await Promise.all(Array.from({ length: 20 }, () => start(1)))
  expect(() => limit.admit(1, endless())).toThrow('BUSY')
  await start(2)
  await held[0]?.return?.()
  await start(1)
  expect(() => limit.admit(1, endless())).toThrow('BUSY')
})
