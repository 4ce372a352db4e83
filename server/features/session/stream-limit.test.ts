import { expect, it } from 'vitest'
import { createStreamLimit } from './stream-limit.ts'

async function* endless(): AsyncGenerator<number> {
  for (let count = 0; ; count += 1) yield count
}

it('lets a session hold twenty streams, others beside it, and new ones when old ones end', async () => {
  const limit = createStreamLimit()
  const start = async (session: string) => {
    const stream = limit.admit(session, endless())[Symbol.asyncIterator]()
    expect((await stream.next()).value).toBe(0)
    return stream
  }
  const held = await Promise.all(Array.from({ length: 20 }, () => start('one')))
  expect(() => limit.admit('one', endless())).toThrow('BUSY')
  await start('two')
  await held[0]?.return?.()
  await start('one')
  expect(() => limit.admit('one', endless())).toThrow('BUSY')
})
