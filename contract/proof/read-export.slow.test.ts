import { describe, expect, it } from 'vitest'
import { notesIn } from './checkpoint.ts'
import { NotAnExport, readExport } from './read-export.ts'

const HEAD = {
  format: 'sealroom-history/1',
  roomNo: '2611-0001',
  roomName: '룸 "entries":[',
  exportedAt: '2026-11-22T09:30:00.000Z',
  filter: {},
  checkpoint: null,
  publicKey: '',
}
const entry = (seq: number) => ({ seq, description: '가', entry: null, proof: [] })
const written = `${JSON.stringify(HEAD).slice(0, -1)},"entries":[\n${[2, 1, 0].map((seq) => JSON.stringify(entry(seq))).join(',\n')}\n]}\n`

async function* pieces(text: string, length: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
}

async function read(text: string, length = 7) {
  try {
    const { head, entries } = await readExport(pieces(text, length))
    const found: (number | null)[] = []
    for await (const { seq } of entries) found.push(seq)
    return { room: head.roomName, found }
  } catch (error) {
    if (!(error instanceof NotAnExport)) throw error
    return { reason: error.reason, line: error.line }
  }
}

describe('an export that is read', () => {
  it('is read alike in pieces of any size and with any line layout', async () => {
    const whole = { room: HEAD.roomName, found: [2, 1, 0] }
    for (const length of [1, 3, 64, 100_000]) expect(await read(written, length)).toEqual(whole)
    expect(await read(JSON.stringify(JSON.parse(written), null, 2))).toEqual(whole)
    expect(await read(JSON.stringify(JSON.parse(written)))).toEqual(whole)
  })

  it('takes no more for each piece of a long line than the piece has', async () => {
    const entries = Array.from({ length: 30_000 }, (_, seq) => entry(seq))
    // Copying earlier pieces would take minutes.
    const { found } = await read(JSON.stringify({ ...HEAD, entries }), 4)
    expect(found).toEqual(entries.map(({ seq }) => seq))
  })

  it('reports where it is cut off, which line is broken, and files that are no export', async () => {
    for (const cut of [3, 5, 20])
      expect(await read(written.slice(0, -cut))).toMatchObject({ reason: 'cut' })
    const lines = written.split('\n')
    expect(await read(lines.with(2, '{"seq":').join('\n'))).toEqual({ reason: 'broken', line: 3 })
    expect(await read(`${written}more\n`)).toEqual({ reason: 'broken', line: 6 })
    for (const other of [
      '',
      'hello',
      '{}',
      '[]',
      '{"entries":[\n]}',
      'null',
      `${'{'.repeat(200_000)}`,
    ]) {
      expect({ other, ...(await read(other, 5_000)) }).toMatchObject({ other, reason: 'other' })
    }
    const { entries } = await readExport(pieces(written.replace('"proof":[]', '"proof":7'), 50))
    expect((await entries[Symbol.asyncIterator]().next()).value).toEqual({
      malformed: true,
      seq: 2,
    })
  })
})

it('finds checkpoints in texts as mail programs leave them, and nothing that is none', () => {
  const origin = 'sealroom/log/2c7d9a1e-0000-4000-8000-000000000000'
  const blob = Buffer.alloc(68, 5).toString('base64')
  const note = `${origin}\n1042\n${Buffer.alloc(32, 3).toString('base64')}\n2026-11-22T09:30:00.000Z\n\n— ${origin} ${blob}\n`
  expect(notesIn(`안녕하세요.\r\n\r\n> ${note.replaceAll('\n', '\r\n> ')}`)).toEqual([note])
  expect(notesIn(note.replace(blob, `${blob.slice(0, 40)}\n${blob.slice(40)}`))).toEqual([note])
  expect(notesIn(`${note}${note}`)).toEqual([note])
  for (const other of [
    '',
    note.replace('1042', '-1'),
    note.replace('—', '-'),
    note.slice(0, -5),
    note.replace(`— ${origin}`, '— sealroom/log/x'),
  ])
    expect(notesIn(other)).toEqual([])
})
