import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formerSentenceOf } from '../../../../contract/features/activity/former-sentences.ts'
import { canonicalJson } from '../../../../contract/proof/canonical-json.ts'
import { historyExport } from '../../../../contract/proof/history-export.ts'
import { verifyExport } from '../../../../contract/proof/verify-export.ts'
import { nodeCrypto } from '../../../platform/encryption/node-crypto.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'

const EVIL = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "';alert(1)//",
  '=HYPERLINK("http://evil.example")',
  '@SUM(1)',
  'a\u2028b',
]

describe('an exported history', () => {
  let app: TestApp
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
    for (const name of EVIL) await room.operator.makeFolder(name.replaceAll(/[<>"/:*?\\|]/g, '＊'))
    await room.operator.invite([
      { name: EVIL[0] ?? '', email: 'evil@example.com', position: EVIL[3] ?? '' },
    ])
  })
  afterAll(() => app.close())

  async function exported(
    body: Readonly<Record<string, unknown>>,
    { client = room.operator, language = 'ko' } = {},
  ) {
    const headers = { 'accept-language': language }
    const response = await client.fetch(
      'POST',
      `/room/api/room/roomActivity/export/${room.roomId}`,
      { body, headers },
    )
    return { http: response.status, headers: response.headers, text: await response.text() }
  }

  it('is a file named by the time of the room, and its own entry is the newest in it [export-named]', async () => {
    for (const [format, type] of [
      ['html', 'text/html; charset=utf-8'],
      ['csv', 'text/csv; charset=utf-8'],
      ['json', 'application/json; charset=utf-8'],
    ]) {
      const { http, headers, text } = await exported({ format })
      expect({ format, http, type: headers.get('content-type') }).toEqual({
        format,
        http: 200,
        type,
      })
      expect(headers.get('content-disposition')).toMatch(
        new RegExp(`^attachment; filename="room-history_\\d{12}\\.${format}"$`),
      )
      expect(text).toContain(`활동 내역 내보내기 (${format?.toUpperCase()})`)
    }
    expect(await app.logged(room.roomId)).toEqual(expect.arrayContaining(['activity.exported']))
  })

  it('contains each entry of a reading, and proves entries named differently by an earlier release', async () => {
    const own = await app.room()
    const file = await own.operator.put('감사보고서.pdf', makePdf(12))
    const { name } = await own.operator.openDocument(file)
    app.clock.advance(30_000)
    await own.operator.report({ type: 'view', name, page: 12, seconds: 28 })
    const response = await own.operator.fetch(
      'POST',
      `/room/api/room/roomActivity/export/${own.roomId}`,
      { body: { format: 'json' } },
    )
    const read = historyExport.parse(await response.json())
    expect(read.sentences).toBe(4)
    const descriptions = read.entries.map(({ description }) => description)
    expect(descriptions).toEqual(
      expect.arrayContaining(['열람: 감사보고서.pdf', '열람 시간: 감사보고서.pdf (12쪽, 28초)']),
    )
    expect(read.entries).toHaveLength((await app.logged(own.roomId)).length)
    const { sentences: _, ...head } = read
    const entries = read.entries.map((entry) => ({
      ...entry,
      description: entry.description.replace('(12쪽, 28초)', '(1쪽, 28초)'),
    }))
    expect(await verifyExport(nodeCrypto, head, entries)).toMatchObject({
      fault: undefined,
      gaps: [],
      checked: entries.length,
    })
    const english = read.entries.map(({ description, entry, ...rest }) => ({
      ...rest,
      entry,
      description: (entry && formerSentenceOf(entry.kind, entry.details)) ?? description,
    }))
    expect(english.map(({ description }) => description)).toContain(
      'Exported the activity history (JSON)',
    )
    expect(await verifyExport(nodeCrypto, head, english)).toMatchObject({
      fault: undefined,
      reworded: { count: 0 },
    })
    const forged = entries.map((entry) => structuredClone(entry))
    const times = forged.find(({ entry }) => entry?.kind === 'document.pages-viewed')?.entry
    Object.assign(times?.details ?? {}, { pages: [{ page: 1, seconds: 28 }] })
    expect(await verifyExport(nodeCrypto, head, forged)).toMatchObject({ fault: 'BAD_ENTRY' })
  })

  it('as a page runs nothing and loads nothing, for any names of people', async () => {
    const { text } = await exported({ format: 'html' })
    expect(text).toMatch(
      /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'">/,
    )
    expect(text).not.toMatch(/<script|<img|onerror=alert\(1\)>|javascript:|https?:\/\/(?!room)/i)
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(text).toContain('sealroom/log/')
    const english = await exported({ format: 'html' }, { language: 'en' })
    expect(english.text).toContain('<html lang="en">')
    expect(english.text).toContain('Created the folder')
  })

  it('as a table holds no formula', async () => {
    const { text } = await exported({ format: 'csv' })
    const lines = text.split('\r\n')
    expect(lines[0]).toBe('순번,일시,이름,직책,이메일,종류,활동,기록(JSON),증명')
    expect(text).not.toMatch(/(^|,)"?[=@+]/m)
    expect(lines.at(-1)).toBe('')
  })

  it('as JSON can be verified on its own, filtered or not, and contains only what was requested', async () => {
    for (const filter of [
      {},
      { type: 'upload' },
      { roomUserId: room.operator.me.userId },
      { from: '2020-01-01', to: '2020-01-02' },
    ]) {
      const { text } = await exported({ format: 'json', ...filter })
      const { entries, ...head } = historyExport.parse(JSON.parse(text))
      const verdict = await verifyExport(nodeCrypto, head, entries)
      expect({ filter, fault: verdict.fault, checked: verdict.checked }).toEqual({
        filter,
        fault: undefined,
        checked: entries.length,
      })
      if ('type' in filter)
        expect(new Set(entries.map(({ entry }) => entry?.kind))).toEqual(
          new Set(['document.folder-created']),
        )
      if ('from' in filter) expect(entries).toEqual([])
      expect(text.split('\n').filter((line) => line.startsWith('{"seq"')).length).toBe(
        entries.length,
      )
    }
  })

  it('of a person’s own entries contains nothing of others', async () => {
    const reader = await app.participant(room)
    const { text } = await reader.client.call('POST', '/room/api/room/myActivity/export', {
      body: { format: 'json' },
    })
    const { entries, ...head } = historyExport.parse(JSON.parse(text))
    expect(new Set(entries.map(({ entry }) => entry?.doer.email))).toEqual(new Set([reader.email]))
    expect((await verifyExport(nodeCrypto, head, entries)).fault).toBeUndefined()
    expect(text).not.toContain('김운영')
    expect((await exported({ format: 'json' }, { client: reader.client })).text).toContain(
      'NOT_OPERATOR',
    )
  })

  it('that is printed is logged as printed, by those who may take it alone', async () => {
    const { text } = await exported({ format: 'json', print: true })
    expect(historyExport.parse(JSON.parse(text)).entries[0]?.description).toBe(
      '활동 내역 목록 인쇄',
    )
    expect((await exported({ format: 'json' })).text).toContain('활동 내역 내보내기 (JSON)')
    for (const print of [false, 'true', 1, null])
      expect((await exported({ format: 'json', print })).http).toBe(400)
  })

  it('writes each value in one way only', () => {
    expect(canonicalJson({ b: [1, null, 'é"'], a: { z: true, y: undefined, x: 1e21 } })).toBe(
      '{"a":{"x":1e+21,"z":true},"b":[1,null,"é\\""]}',
    )
  })
})
