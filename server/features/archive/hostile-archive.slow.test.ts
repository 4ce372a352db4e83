import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { readZip } from '../../test/fixtures/read-zip.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import {
  archivesOf,
  archiveUrl,
  byCode,
  bytesOf,
  filesIn,
  furnish,
  order,
  prepared,
  ticketFor,
} from '../../test/scenarios/archives.ts'

const FORMULA = '=HYPERLINK("http://evil.example";"x")'
const MARKUP = '<img src=x onerror=alert(1)>'

const NAMES = [
  '../../위로.pdf',
  '/etc/절대.pdf',
  'C:\\Windows\\창.pdf',
  '..\\..\\뒤로.pdf',
  'nul\0끝.pdf',
  'con.pdf',
  'LPT1.pdf',
  '.. .pdf',
  'a/../../b.pdf',
  '뒤집힘\u202Efdp.exe.pdf',
  '＝cmd.pdf',
  '@SUM(1).pdf',
  '+1.pdf',
  '<script>alert(1)<.pdf',
  `"'&quot;><b>.pdf`,
  'documents/index.html.pdf',
]

const isSafe = (way: string): boolean =>
  way
    .replace(/\/$/, '')
    .split('/')
    .every(
      (step) =>
        step !== '' &&
        !/[<>:"\\|?*\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(step) &&
        !/[. ]$/.test(step) &&
        !/^(con|prn|aux|nul|(com|lpt)\d)(\.|$)/i.test(step),
    )

const cellsOf = (csv: string): string[] =>
  [...csv.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^,\r\n]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )

describe('an archive, among people who mean harm', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ office: false })
  })
  afterAll(() => app.close())

  it('contains no foreign links, programs or formulas, for any names of documents and people', async () => {
    const room = await app.room()
    for (const name of NAMES) await room.operator.upload([[name, makePdf(1)]])
    const stored = await room.operator.items()
    expect(stored.length).toBeGreaterThan(8)
    const person = await app.participant(room, FORMULA)
    await app.participant(room, MARKUP)
    await person.client.message('sendByUser', { title: MARKUP, content: FORMULA })
    const zip = await bytesOf(room.operator, (await prepared(room.operator, byCode(room))).id)
    const ways = readZip(zip).map(({ name }) => name)
    expect(ways.filter((way) => !isSafe(way))).toEqual([])
    expect(new Set(ways.map((way) => way.toLowerCase())).size).toBe(ways.length)
    expect(ways.filter((way) => way.endsWith('.pdf')).length).toBeGreaterThanOrEqual(stored.length)
    const files = filesIn(zip)
    for (const name of [
      'index.html',
      'messages/messages.html',
      'log/history.html',
      'log/history.en.html',
    ]) {
      const html = files.get(name)?.toString() ?? ''
      expect([name, html.match(/<(?:script|img|b>\.)/gi)]).toEqual([name, null])
      expect(html).toContain("default-src 'none'")
    }
    expect(files.get('messages/messages.html')?.toString()).toContain('&lt;img src=x')
    for (const name of ['index.csv', 'rights.csv']) {
      const cells = cellsOf(files.get(name)?.toString() ?? '')
      expect([name, cells.filter((cell) => /^\s*[=+\-@＝＋－＠\t\r]/.test(cell))]).toEqual([
        name,
        [],
      ])
    }
    expect(cellsOf(files.get('rights.csv')?.toString() ?? '')).toContain(`'${FORMULA}`)
    const parts = filesIn(files.get('index.xlsx') ?? Buffer.alloc(0))
    for (const [part, xml] of parts)
      expect([
        part,
        /<f[ >]|<hyperlink|TargetMode="External"|<script/i.test(xml.toString()),
      ]).toEqual([part, false])
  })

  it('is not sealed to nobody, to a key that is none, or to a word that is soon guessed', async () => {
    const room = await app.room()
    const age = (recipient: unknown) => ({ kind: 'age', recipient })
    const phrase = (passphrase: unknown) => ({ kind: 'passphrase', passphrase })
    const key = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'
    const refused = [
      ...[
        '',
        'age1',
        key.toUpperCase().slice(0, -1),
        `${key} `,
        `${key}\n${key}`,
        key.replace('age1', 'age1pq1'),
        'ssh-ed25519 AAAA',
        null,
      ].map(age),
      // Anyone knows the shared secret of this small-order point.
      age('age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqsgzv3f2'),
      ...['', 'short', 'x'.repeat(100_000), null, 1].map(phrase),
      ...[{}, [], 'age', { kind: 'none' }],
    ]
    for (const protection of refused)
      expect([
        protection,
        (await order(room.operator, { ...byCode(room), protection })).json.code,
      ]).toEqual([protection, 'BAD_REQUEST'])
    expect(await archivesOf(room.operator)).toEqual([])
  })

  it('answers strange ranges with all of it or none, and a ticket to the session that asked for it alone', async () => {
    const context = await furnish(app)
    const { id, size } = await prepared(context.operator, byCode(context))
    const url = await archiveUrl(context.operator, id)
    const get = async (range: string, url?: string) => {
      const response = await context.operator.fetch(
        'GET',
        url ?? (await archiveUrl(context.operator, id)),
        { headers: { range } },
      )
      return { status: response.status, length: (await response.arrayBuffer()).byteLength }
    }
    for (const range of [
      'bytes=0-0,5-9',
      'bytes=abc',
      'bytes=5-2',
      'items=0-1',
      'bytes=-',
      'bytes=1-2-3',
      `bytes=${'9'.repeat(40)}-`,
    ])
      expect([range, await get(range)]).toEqual([range, { status: 200, length: size }])
    expect(await get('bytes=-7')).toEqual({ status: 206, length: 7 })
    expect(await get(`bytes=-${size + 5}`)).toEqual({ status: 206, length: size })
    expect(await get(`bytes=${size - 3}-${'9'.repeat(15)}`)).toEqual({ status: 206, length: 3 })
    for (const range of ['bytes=-0', `bytes=${size}-`, `bytes=${'9'.repeat(15)}-`])
      expect((await get(range)).status).toBe(416)

    const begun = async (): Promise<number> =>
      (await app.logged(context.roomId)).filter((kind) => kind === 'archive.fetched').length
    const before = await begun()
    expect((await get('bytes=0-9', url)).status).toBe(206)
    for (const range of ['bytes=0-9', 'bytes=-7', 'bytes=abc'])
      expect((await get(range, url)).status).toBe(404)
    expect((await context.operator.fetch('GET', url)).status).toBe(404)
    expect(await get('bytes=10-', url)).toEqual({ status: 206, length: size - 10 })
    expect(await begun()).toBe(before + 1)
    const changed = await context.operator.fetch('GET', url, {
      headers: { range: 'bytes=10-', 'if-range': '"other"' },
    })
    expect([changed.status, (await changed.arrayBuffer()).byteLength]).toEqual([200, size])
    expect(await begun(), 'all of it once more is on record').toBe(before + 2)

    const other = await app.participant(context)
    const foreign = (await app.room()).operator
    for (const client of [other.client, foreign]) {
      const answer = await client.call('GET', url)
      expect([answer.http, answer.json.status]).toEqual([404, 'EXCEPTION'])
      expect((await ticketFor(client, id)).json.code).toBe('NOT_FOUND')
    }
  })
})
