import { expect, test } from 'vitest'
import { readJsonLines } from './json-lines.ts'

const streamOf = (parts: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })

async function read(parts: readonly Uint8Array[]): Promise<unknown[]> {
  const values = []
  for await (const value of readJsonLines(streamOf(parts))) values.push(value)
  return values
}

test('values are whole wherever the stream was cut, inside a character too', async () => {
  const bytes = new TextEncoder().encode('{"name":"계약서"}\n\n[1,2]\n')
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    expect(await read([bytes.slice(0, cut), bytes.slice(cut)])).toEqual([
      { name: '계약서' },
      [1, 2],
    ])
  }
})

test('an unfinished last line is no value', async () => {
  expect(await read([new TextEncoder().encode('1\n{"half":')])).toEqual([1])
})

test('a line that is no JSON breaks the stream', async () => {
  await expect(read([new TextEncoder().encode('no\n')])).rejects.toThrow(SyntaxError)
})
