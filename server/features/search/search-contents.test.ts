import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { makeDocx } from '../../test/fixtures/make-docx.ts'
import { makeHwp } from '../../test/fixtures/make-hwp.ts'
import { makeKoreanPdf } from '../../test/fixtures/make-korean-pdf.ts'
import { memoryLog } from '../../test/fixtures/memory-log.ts'
import { A4, line, pdfOf, textPage } from '../../test/fixtures/pdf-file.ts'
import { filesBelow } from '../../test/harness/holdings.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../test/harness/test-app.ts'
import { onlySlow } from '../../test/harness/tier.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import { allRead, type Findings, findings, foundIn } from '../../test/scenarios/searching.ts'
import { officePaths } from '../../test/servers/office-programs.ts'
import { createConverter } from '../../workers/convert/index.ts'

const PHRASE = '손해배상의 예정'

let app: TestApp
let room: TestRoom
let reader: TestPerson
let folder: number
beforeAll(async () => {
  app = await startTestApp({ indexing: true })
  room = await app.room()
  reader = await app.participant(room)
  folder = await room.operator.newFolder('계약')
  const pages = [
    '제1조 (목적) 이 계약은 …',
    `제7조 (${PHRASE}) 위약금은 양도 대금의\n십분의 일로 한다.`,
    `별지. ${PHRASE}액과 ${PHRASE}일`,
  ]
  await room.operator.put('양도 계약서.pdf', Buffer.from(await makeKoreanPdf(pages)), folder)
  await room.operator.put('보고.hwp', Buffer.from(makeHwp('한글 문서에 적힌 영업비밀 목록')))
  await room.operator.put(
    'terms.pdf',
    pdfOf([textPage('Share Purchase Agreement'), textPage('second page, confidential')]),
  )
  await allRead(app, room.roomId)
})
afterAll(() => app.close())

describe('a search of the texts of a room', () => {
  it('finds documents with the pages on which the words stand, over line breaks, in any case and however they are spaced', async () => {
    for (const [words, found] of [
      [PHRASE, { '양도 계약서.pdf': [2, 3] }],
      ['양도  대금의 십분의', { '양도 계약서.pdf': [2] }],
      ['예정'.normalize('NFD'), { '양도 계약서.pdf': [2, 3] }],
      ['영업비밀', { '보고.hwp': [1] }],
      ['share PURCHASE', { 'terms.pdf': [1] }],
      ['page, CONF', { 'terms.pdf': [2] }],
      ['없는 말', {}],
      ['손해배상의 결정', {}],
      ['purchase second', {}],
      ['해', {}],
      ['  ', {}],
      ['', {}],
      ['%%', {}],
      ["' or 1=1 --", {}],
      ['ㅅㅎㅂㅅ', {}],
    ] as const)
      expect({ words, found: await foundIn(room.operator, words) }).toEqual({ words, found })
  })

  it('returns each document as a list does, and for each page how often the words are found', async () => {
    const { payload, indexing, nextCursor } = await findings(reader.client, PHRASE)
    const [listed] = await reader.client.items(folder)
    expect(payload).toEqual([
      {
        item: { ...listed, path: '계약/양도 계약서.pdf' },
        pages: [
          { page: 2, hits: 1 },
          { page: 3, hits: 2 },
        ],
        more: false,
      },
    ])
    expect({ indexing, nextCursor }).toEqual({ indexing: 0, nextCursor: undefined })
  })

  it('returns passages only to those who may have the text, and only as long as they may', async () => {
    const passages = async (client: WireClient) =>
      (await findings(client, PHRASE)).payload.flatMap(({ pages }) =>
        pages.map(({ passage }) => passage),
      )
    const [, last] = await passages(room.operator)
    expect(last?.text).toBe(`별지. ${PHRASE}액과 ${PHRASE}일`)
    expect(last?.ranges.map(([from, to]) => last.text.slice(from, to))).toEqual([PHRASE, PHRASE])
    const expectPassages = async (are: boolean): Promise<void> => {
      const { text } = await reader.client.call('POST', '/room/api/file/search', {
        body: { keword: PHRASE, roomId: room.roomId },
      })
      expect((await passages(reader.client)).map((passage) => passage !== undefined)).toEqual([
        are,
        are,
      ])
      if (!are) expect(text).not.toContain('손해')
    }
    await expectPassages(false)
    await room.operator.setRight(reader.memberId, 'text', true)
    await expectPassages(true)
    await room.operator.setRight(reader.memberId, 'text', false)
    await room.operator.viewing({ selection: true })
    await expectPassages(true)
    await room.operator.viewing({ selection: false })
    await expectPassages(false)
  })

  it('returns passages only to operators in strict mode, and logs the documents of passages, but not the search words', async () => {
    const guarded = await app.room()
    const { operator, roomId } = guarded
    const person = await app.participant(guarded)
    await operator.setRight(person.memberId, 'text', true)
    for (const name of ['a.pdf', 'b.pdf'])
      await operator.put(name, pdfOf([textPage('noted words')]))
    await allRead(app, roomId)
    const foundBy = async ({ client }: Pick<TestPerson, 'client'>): Promise<boolean[]> =>
      (await findings(client, 'noted words')).payload.flatMap(({ pages }) =>
        pages.map(({ passage }) => passage !== undefined),
      )
    const noted = async () =>
      (
        await app.database.pool.query(
          "select item_id, count(*)::int from activity_entries where room_id = $1 and kind = 'document.passage-shown' and member_id = $2 group by 1",
          [roomId, person.memberId],
        )
      ).rows.map(({ count }) => count)
    await operator.viewing({ strict: true })
    expect(await foundBy(person)).toEqual([false, false])
    expect(await foundBy({ client: operator })).toEqual([true, true])
    expect(await noted()).toEqual([])

    await operator.viewing({ strict: false })
    expect(await foundBy(person)).toEqual([true, true])
    expect(await foundBy(person)).toEqual([true, true])
    expect(await noted()).toEqual([1, 1])
    const again = await app.database.pool.query(
      "update activity_entries set at = at - interval '2 hours' where room_id = $1 and kind = 'document.passage-shown'",
      [roomId],
    )
    expect(again.rowCount).toBe(4)
    expect(await foundBy(person)).toEqual([true, true])
    expect(await noted()).toEqual([2, 2])
  })

  it('is throttled, and soon to be had again', async () => {
    const { operator } = await app.room()
    await findings(operator, 'anything')
    await app.database.pool.query(
      "update throttles set attempts = 240 where kind = 'search' and subject = $1",
      [String(operator.me.id)],
    )
    const refused = await operator.call('POST', '/room/api/file/search', {
      body: { keword: 'anything', roomId: operator.me.roomId },
    })
    expect(refused).toMatchObject({ http: 429, json: { code: 'TOO_MANY' } })
    app.clock.advance(600_000)
    expect(await findings(operator, 'anything')).toMatchObject({ payload: [] })
  })

  it('ends inside a document when its time is up, and is gone on with there', async () => {
    const { operator, roomId } = await app.room()
    await operator.put(
      'long.pdf',
      pdfOf(Array.from({ length: 150 }, (_, index) => textPage(index === 149 ? 'xyz' : 'xy yz'))),
    )
    await allRead(app, roomId)
    expect(await foundIn(operator, 'xyz')).toEqual({ 'long.pdf': [150] })
    const hurry = setInterval(() => app.clock.advance(1_500), 1)
    const answers: Findings[] = []
    try {
      do {
        const cursor = answers.at(-1)?.nextCursor
        answers.push(await findings(operator, 'xyz', cursor === undefined ? {} : { cursor }))
      } while (answers.at(-1)?.nextCursor !== undefined && answers.length < 10)
    } finally {
      clearInterval(hurry)
    }
    const places = answers.map(
      ({ nextCursor = 'bnVsbA' }) =>
        JSON.parse(Buffer.from(nextCursor, 'base64url').toString())?.[2],
    )
    expect(places[0] === 1 || places[0] === 65).toBe(true)
    expect(answers[0]?.payload).toEqual([])
    expect(
      answers.flatMap(({ payload }) => payload.map(({ pages }) => pages.map(({ page }) => page))),
    ).toEqual([[150]])
  })

  it('gives no cursor for documents that have the pairs of the words alone', async () => {
    const { operator, roomId } = await app.room()
    for (const [name, words] of [
      ['1.pdf', 'xyz'],
      ['2.pdf', 'xy yz'],
      ['3.pdf', 'xyz'],
      ['4.pdf', 'xy yz'],
    ] as const)
      await operator.put(name, pdfOf([textPage(words)]))
    await allRead(app, roomId)
    const first = await findings(operator, 'xyz', { limit: 1 })
    expect(first.payload.map(({ item }) => item.name)).toEqual(['1.pdf'])
    const second = await findings(operator, 'xyz', { limit: 1, cursor: first.nextCursor })
    expect(second.payload.map(({ item }) => item.name)).toEqual(['3.pdf'])
    expect(second.nextCursor).toBeUndefined()
  })

  it('returns hidden text only to those with the right to text, and text outside the page to nobody', async () => {
    const box = '0 g 60 690 400 40 re f 1 g'
    const content = `${line('covered blackword')} ${box} 0 g ${line('shown whiteword', [72, 600])} ${line('outside word', [72, 2_000])}`
    const itemId = await room.operator.put('redacted.pdf', pdfOf([{ entries: A4, content }]))
    await allRead(app, room.roomId)
    expect(await foundIn(reader.client, 'whiteword')).toEqual({ 'redacted.pdf': [1] })
    expect(await foundIn(reader.client, 'blackword')).toEqual({})
    expect(await foundIn(reader.client, 'covered')).toEqual({})
    expect(await foundIn(room.operator, 'blackword')).toEqual({ 'redacted.pdf': [1] })
    for (const client of [reader.client, room.operator])
      expect(await foundIn(client, 'outside')).toEqual({})
    await room.operator.deleteItem(itemId)
  })

  it('gives its documents in pages by name, each once', async () => {
    const crowd = await app.room()
    const names = Array.from({ length: 7 }, (_, index) => `문서 ${index + 1}.pdf`)
    for (const name of names) await crowd.operator.put(name, pdfOf([textPage('common words')]))
    await allRead(app, crowd.roomId)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await findings(crowd.operator, 'common', {
        limit: 3,
        ...(cursor === undefined ? {} : { cursor }),
      })
      expect(page.payload.length).toBeLessThanOrEqual(3)
      expect(page.indexing).toBe(cursor === undefined ? 0 : undefined)
      seen.push(...page.payload.map(({ item }) => item.name))
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect(seen).toEqual(names)
    for (const wrong of [
      'x',
      Buffer.from('["a",0]').toString('base64url'),
      Buffer.from('["\\u0000",1]').toString('base64url'),
    ])
      expect(
        (
          await crowd.operator.call('POST', '/room/api/file/search', {
            body: { keword: 'common', roomId: crowd.roomId, cursor: wrong },
          })
        ).http,
      ).toBe(400)
  })
})

const HWP = path.join(
  import.meta.env['SAMPLES_DIR'] ?? path.join(PROJECT_ROOT, '../shared/samples'),
  'hwp/noori.hwp',
)
const missingOfficeParts = await createConverter({
  paths: officePaths(),
  deadlineMs: 60_000,
  log: memoryLog(),
}).missingOfficeParts()

onlySlow(() => {
  describe('documents of which a PDF is made', () => {
    it.skipIf(!existsSync(HWP))(
      'are found by their text: a press release in Hangul',
      { timeout: 120_000 },
      async () => {
        const { operator, roomId } = await app.room()
        await operator.put('noori.hwp', await fs.readFile(HWP))
        await allRead(app, roomId)
        for (const [words, pages] of [
          ['독자 개발하여 최초 발사하는', [1]],
          ['누리’로 결정되었으며', [2]],
          ['탑재체 중량', [3]],
          ['한국형발사체', [1, 2, 3]],
        ] as const)
          expect(await foundIn(operator, words)).toEqual({ 'noori.hwp': pages })
        expect(await foundIn(operator, '누리’로 부결되었으며')).toEqual({})
      },
    )

    it.skipIf(missingOfficeParts.length > 0)(
      'are found by their text: a contract in Word',
      { timeout: 120_000 },
      async () => {
        const { operator, roomId } = await app.room()
        await operator.put('계약.docx', await makeDocx('제1조 경업금지 약정'))
        await allRead(app, roomId)
        expect(await foundIn(operator, '경업금지')).toEqual({ '계약.docx': [1] })
        expect(await foundIn(operator, '경업허용')).toEqual({})
      },
    )
  })
})

describe('what is found', () => {
  it('is of the own room, while one is in it, and of nothing else', async () => {
    const other = await app.room()
    await other.operator.put('남의 것.pdf', pdfOf([textPage('foreign words')]))
    await allRead(app, other.roomId)
    expect(await foundIn(other.operator, 'foreign')).toEqual({ '남의 것.pdf': [1] })
    expect(await foundIn(other.operator, 'confidential')).toEqual({})
    expect(await findings(room.operator, 'foreign')).toMatchObject({ payload: [], indexing: 0 })
    const foreign = await room.operator.call('POST', '/room/api/file/search', {
      body: { keword: 'foreign', roomId: other.roomId },
    })
    expect(foreign).toMatchObject({ http: 404, json: { status: 'EXCEPTION' } })
    expect(foreign.text).not.toContain('남의')

    const leaver = await app.participant(room)
    expect(await foundIn(leaver.client, 'confidential')).toEqual({ 'terms.pdf': [2] })
    await room.operator.setRight(leaver.memberId, 'access', false)
    const blocked = await leaver.client.call('POST', '/room/api/file/search', {
      body: { keword: 'confidential', roomId: room.roomId },
    })
    expect(blocked.json).toMatchObject({ status: 'EXCEPTION' })
    expect(blocked.text).not.toContain('terms')
    expect(blocked.json).not.toHaveProperty('indexing')
  })

  it('is in the newest version, not in the trash, again after it was restored, in copies by themselves, and nowhere once destroyed', async () => {
    const { operator, roomId } = await app.room()
    const itemId = await operator.put('판.pdf', pdfOf([textPage('first edition')]))
    await allRead(app, roomId)
    await operator.upload(
      [['판.pdf', new Uint8Array(pdfOf([textPage('second edition')]))]],
      0,
      'replace',
    )
    await allRead(app, roomId)
    expect(await foundIn(operator, 'first edition')).toEqual({})
    expect(await foundIn(operator, 'second edition')).toEqual({ '판.pdf': [1] })
    await operator.restoreVersion(itemId, 1)
    expect(await foundIn(operator, 'first edition')).toEqual({ '판.pdf': [1] })

    await operator.copyItem(itemId, '사본.pdf', 0)
    expect(await foundIn(operator, 'first edition')).toEqual({ '사본.pdf': [1], '판.pdf': [1] })
    await operator.deleteItem(itemId)
    expect(await foundIn(operator, 'first edition')).toEqual({ '사본.pdf': [1] })
    await operator.restoreItem(itemId)
    expect(await foundIn(operator, 'first edition')).toEqual({ '사본.pdf': [1], '판.pdf': [1] })

    const texts = async (): Promise<{ texts: number; blocks: number }> =>
      (
        await app.database.pool.query(
          'select (select count(*)::int from content_texts where room_id = $1) as texts, (select count(*)::int from text_blocks where room_id = $1) as blocks',
          [roomId],
        )
      ).rows[0]
    expect(await texts()).toEqual({ texts: 2, blocks: 2 })
    await operator.deleteItem(itemId)
    await operator.destroyItem(itemId)
    await expect.poll(async () => (await operator.trashed()).length).toBe(0)
    await expect.poll(texts).toEqual({ texts: 1, blocks: 1 })
    expect(await foundIn(operator, 'first edition')).toEqual({ '사본.pdf': [1] })
    const [copy] = await operator.items()
    await operator.deleteItem(copy!.id)
    await operator.destroyItem(copy!.id)
    await expect.poll(texts).toEqual({ texts: 0, blocks: 0 })
  })

  it('stands nowhere readable: not in the database, not on the disk, not in the log', async () => {
    await foundIn(room.operator, PHRASE)
    const { rows: tables } = await app.database.pool.query(
      "select table_schema, table_name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'",
    )
    expect(tables.length).toBeGreaterThan(20)
    const forms = [PHRASE, '손해배상', '영업비밀', 'Purchase', 'purchase'].flatMap((word) => [
      word,
      Buffer.from(word).toString('hex'),
      Buffer.from(word, 'utf16le').toString('hex'),
    ])
    for (const { table_schema, table_name } of tables) {
      const { rows } = await app.database.pool.query(
        `select 1 from "${table_schema}"."${table_name}" as whole where whole::text ~ $1 limit 1`,
        [forms.join('|')],
      )
      expect({ table_name, rows }).toEqual({ table_name, rows: [] })
    }
    for (const file of await filesBelow(app.dataDir)) {
      const bytes = await fs.readFile(file)
      for (const word of [PHRASE, '손해배상', '영업비밀']) expect(bytes.includes(word)).toBe(false)
    }
    expect(app.log.text()).not.toContain('손해배상')
  })
})
