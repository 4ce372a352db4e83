import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { A4, line, pdfOf, textPage } from '../../test/fixtures/pdf-file.ts'
import { runJob } from '../../test/harness/run-job.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import { allRead, type Findings, findings } from '../../test/scenarios/searching.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ indexing: true })
})
afterAll(() => app.close())

const longPdf = (words: string, blocks: number, whole = 3): Uint8Array =>
  pdfOf(
    Array.from({ length: whole * 64 }, (_, index) =>
      textPage(index % 64 === 0 && index < blocks * 64 ? words : 'other'),
    ),
  )

const namesOf = ({ payload }: Findings): string[] => payload.map(({ item }) => item.name)

async function everything(
  client: WireClient,
  words: string,
  more: Readonly<Record<string, unknown>>,
): Promise<Findings[]> {
  const answers: Findings[] = []
  do {
    const cursor = answers.at(-1)?.nextCursor
    answers.push(
      await findings(client, words, { ...more, ...(cursor === undefined ? {} : { cursor }) }),
    )
  } while (answers.at(-1)?.nextCursor !== undefined && answers.length < 30)
  return answers
}

describe('a search of texts by relevance', () => {
  let room: TestRoom
  beforeAll(async () => {
    room = await app.room()
    const { operator } = room
    for (const [name, pdf] of [
      ['a old.pdf', pdfOf([textPage('merger plan')])],
      ['b three.pdf', longPdf('merger plan', 3)],
      ['c two.pdf', longPdf('merger plan', 2)],
      ['d the merger plan.pdf', pdfOf([textPage('the merger plan')])],
      ['e new.pdf', pdfOf([textPage('merger plan')])],
      ['f none.pdf', pdfOf([textPage('merge rp pl la an')])],
    ] as const) {
      await operator.put(name, pdf)
      app.clock.advance(60_000)
    }
    await allRead(app, room.roomId)
  }, 120_000)

  it('begins with names that have the words, then has more blocks, then the newest, and by name unless it is asked for', async () => {
    const byRelevance = [
      'd the merger plan.pdf',
      'b three.pdf',
      'c two.pdf',
      'e new.pdf',
      'a old.pdf',
    ]
    expect(namesOf(await findings(room.operator, 'merger plan', { sort: 'relevance' }))).toEqual(
      byRelevance,
    )
    expect(namesOf(await findings(room.operator, 'merger plan'))).toEqual(byRelevance.toSorted())
    expect(namesOf(await findings(room.operator, 'merger plan', { sort: 'name' }))).toEqual(
      byRelevance.toSorted(),
    )
  })

  it('comes in pages of any length, each document once, and refuses the cursor of another order', async () => {
    const whole = namesOf(await findings(room.operator, 'merger plan', { sort: 'relevance' }))
    for (const limit of [1, 2, 3]) {
      const answers = await everything(room.operator, 'merger plan', { sort: 'relevance', limit })
      expect(answers.flatMap(namesOf)).toEqual(whole)
      expect(answers.every(({ payload }) => payload.length <= limit)).toBe(true)
      expect(answers).toHaveLength(Math.ceil(whole.length / limit))
    }
    const { nextCursor: cursor } = await findings(room.operator, 'merger plan', {
      sort: 'relevance',
      limit: 1,
    })
    const refused = await room.operator.call('POST', '/room/api/file/search', {
      body: { keword: 'merger plan', roomId: room.roomId, cursor },
    })
    expect(refused.http).toBe(400)
  })

  it('counts what it finds, telling nothing else', async () => {
    const counted = await findings(room.operator, 'merger plan', { sort: 'relevance', count: true })
    expect(counted).toMatchObject({ payload: [], counted: 5 })
    expect(counted).not.toHaveProperty('nextCursor')
    expect(await findings(room.operator, 'no such words', { count: true })).toMatchObject({
      payload: [],
      counted: 0,
    })
    expect(await findings(room.operator, 'x', { count: true })).toMatchObject({
      payload: [],
      counted: 0,
    })
    expect(await findings(room.operator, 'merger plan')).not.toHaveProperty('counted')
  })

  it('returns twenty documents at once, unless more are requested', async () => {
    const { operator, roomId } = await app.room()
    await operator.put('1.pdf', pdfOf([textPage('copied words')]))
    const [first] = await operator.items()
    for (let number = 2; number <= 22; number += 1)
      await operator.copyItem(first!.id, `${number}.pdf`, 0)
    await allRead(app, roomId)
    expect((await findings(operator, 'copied words')).payload).toHaveLength(20)
    expect((await findings(operator, 'copied words', { limit: 22 })).payload).toHaveLength(22)
    expect((await findings(operator, 'copied words', { count: true })).counted).toBe(22)
  })
})

describe('what a reader may not have', () => {
  const covered = (words: string, shown: string) =>
    `${line(words)} 0 g 60 690 400 40 re f 1 g 0 g ${line(shown, [72, 600])}`

  it('changes neither the order nor the count of what is found', async () => {
    const room = await app.room()
    const { operator } = room
    const reader = await app.participant(room)
    const hidden = Array.from({ length: 128 }, () => ({
      entries: A4,
      content: covered('secret bid', 'plain'),
    }))
    const shows = { entries: A4, content: covered('secret bid', 'secret bid') }
    await operator.put('a.pdf', pdfOf([shows, ...hidden]))
    app.clock.advance(60_000)
    await operator.put('b.pdf', pdfOf([textPage('secret bid')]))
    app.clock.advance(60_000)
    await operator.put('c.pdf', pdfOf([{ entries: A4, content: covered('secret bid', 'plain') }]))
    app.clock.advance(60_000)
    await operator.put('d.pdf', pdfOf([textPage('secret bid')]))
    await allRead(app, room.roomId)
    const relevance = { sort: 'relevance' }
    expect(namesOf(await findings(operator, 'secret bid', relevance))).toEqual([
      'a.pdf',
      'd.pdf',
      'c.pdf',
      'b.pdf',
    ])
    expect(namesOf(await findings(reader.client, 'secret bid', relevance))).toEqual([
      'd.pdf',
      'b.pdf',
      'a.pdf',
    ])
    expect((await findings(reader.client, 'secret bid', { count: true })).counted).toBe(3)
    expect((await findings(operator, 'secret bid', { count: true })).counted).toBe(4)
    const answers = await everything(reader.client, 'secret bid', { ...relevance, limit: 1 })
    expect(answers.map(namesOf)).toEqual([['d.pdf'], ['b.pdf'], ['a.pdf']])
    const places = answers.flatMap(({ nextCursor }) =>
      nextCursor ? [JSON.parse(Buffer.from(nextCursor, 'base64url').toString())] : [],
    )
    expect(places.map(([, blocks]) => blocks)).toEqual([1, 0])
  }, 120_000)

  it('is looked for once more in texts that an earlier release read, and does not count until then', async () => {
    const room = await app.room()
    const { operator, roomId } = room
    const reader = await app.participant(room)
    await operator.put('a.pdf', pdfOf([textPage('early words')]))
    app.clock.advance(60_000)
    await operator.put(
      'b.pdf',
      pdfOf([{ entries: A4, content: covered('covered', 'early words') }]),
    )
    await allRead(app, roomId)
    const hidden = async () =>
      (
        await app.database.pool.query(
          'select hidden from content_texts where room_id = $1 order by hidden',
          [roomId],
        )
      ).rows.map((row) => row.hidden)
    expect(await hidden()).toEqual([false, true])
    await app.database.pool.query('update content_texts set hidden = null where room_id = $1', [
      roomId,
    ])
    const order = async () =>
      namesOf(await findings(reader.client, 'early words', { sort: 'relevance' }))
    expect(await order()).toEqual(['b.pdf', 'a.pdf'])
    await runJob(app, 'search.lookForHidden')
    await expect.poll(hidden, { timeout: 20_000 }).toEqual([false, true])
    expect(await order()).toEqual(['a.pdf', 'b.pdf'])
  })

  it('does not come by a cursor that was given while the right to the text was there', async () => {
    const room = await app.room()
    const reader = await app.participant(room)
    for (const name of ['a.pdf', 'b.pdf'])
      await room.operator.put(name, pdfOf([textPage('right words')]))
    await allRead(app, room.roomId)
    await room.operator.setRight(reader.memberId, 'text', true)
    const first = await findings(reader.client, 'right words', { sort: 'relevance', limit: 1 })
    expect(first.payload[0]?.pages[0]?.passage).toBeDefined()
    await room.operator.setRight(reader.memberId, 'text', false)
    const next = await findings(reader.client, 'right words', {
      sort: 'relevance',
      limit: 1,
      cursor: first.nextCursor,
    })
    expect(next.payload[0]?.pages[0]).toEqual({ page: 1, hits: 1 })
  })
})
