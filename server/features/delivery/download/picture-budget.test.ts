import { expect, it } from 'vitest'
import { bytesOf, PictureBudget } from './picture-budget.ts'

it('is limited for a document and for all, and is free again after a document', () => {
  const budget = new PictureBudget({ ofDocument: 60, inAll: 100 })
  const [first, second] = [budget.open(), budget.open()]
  expect([first.take(40), first.take(21), first.take(20)]).toEqual([true, false, true])
  expect([second.take(41), second.take(40)]).toEqual([false, true])
  first.release()
  first.release()
  expect([second.take(20), second.take(1)]).toEqual([true, false])
  const third = budget.open()
  expect([third.take(41), third.take(40)]).toEqual([false, true])
})

it('counts bytes of a picture, and its words', () => {
  const word = { text: '가', x: 0, y: 0, width: 1, height: 1 }
  expect(bytesOf({ jpeg: Buffer.alloc(3_000).toString('base64'), words: [word, word] })).toBe(3_200)
})
