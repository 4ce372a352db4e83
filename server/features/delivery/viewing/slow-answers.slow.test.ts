import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endlessPdf, endlessTextPdf } from '../../../test/fixtures/costly-pdfs.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { A4, pdfOf } from '../../../test/fixtures/pdf-file.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../../test/harness/test-app.ts'
import { type WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'

let app: TestApp
let room: TestRoom
let hasty: string
let reader: TestPerson
beforeAll(async () => {
  app = await startTestApp({ deadlineMs: 2_000 })
  room = await app.room()
  hasty = await app.node({ pageWaitMs: 1 })
  reader = await app.participant(room)
})
afterAll(() => app.close())

function at(client: WireClient): WireClient {
  const there = new WireClient(hasty)
  there.session = client.me
  return there
}

interface PageAnswer {
  readonly http: number
  readonly code: string | undefined
  readonly retryAfter: string | null
  readonly bytes: Buffer
}

async function pageOf(
  client: WireClient,
  lease: string,
  query = '?width=480',
): Promise<PageAnswer> {
  const response = await client.fetch('GET', `/room/api/file/view/${lease}/pages/1${query}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  const code = response.ok ? undefined : (JSON.parse(bytes.toString()) as { code: string }).code
  return { http: response.status, code, retryAfter: response.headers.get('retry-after'), bytes }
}

async function patient(client: WireClient, lease: string): Promise<PageAnswer> {
  return eventually(async () => {
    const page = await pageOf(client, lease)
    expect(page.code).not.toBe('SLOW')
    return page
  })
}

const SLOW = { http: 503, code: 'SLOW', retryAfter: '2' }

describe('a page that takes longer than its reader is kept waiting', () => {
  it('is drawn on, and delivered when it is asked for again, to this reader and lease alone', async () => {
    const id = await room.operator.put('slow.pdf', makePdf(1))
    const [one, other] = [at(room.operator), at(reader.client)]
    const lease = await one.openDocument(id)
    expect(await pageOf(one, lease.name)).toMatchObject(SLOW)
    const page = await patient(one, lease.name)
    expect([page.http, page.bytes.subarray(0, 2).toString('hex')]).toEqual([200, 'ffd8'])
    expect(await pageOf(one, lease.name)).toMatchObject(SLOW)
    expect(await pageOf(other, (await other.openDocument(id)).name)).toMatchObject(SLOW)
    expect(await pageOf(one, (await one.openDocument(id)).name)).toMatchObject(SLOW)
  })

  it('is not delivered where the lease has ended meanwhile, or the right', async () => {
    const id = await room.operator.put('ended.pdf', makePdf(1))
    const one = at(room.operator)
    const lease = await one.openDocument(id)
    expect(await pageOf(one, lease.name)).toMatchObject(SLOW)
    await one.call('GET', `/room/api/file/removeTempFile/${lease.name}`)
    expect(await pageOf(one, lease.name)).toMatchObject({ http: 404 })

    const shut = await app.participant(room)
    const there = at(shut.client)
    const held = await there.openDocument(id)
    expect(await pageOf(there, held.name)).toMatchObject(SLOW)
    await room.operator.setRight(shut.memberId, 'access', false)
    await eventually(async () => expect((await pageOf(there, held.name)).http).toBe(401))
  })

  it('is given up at the deadline, in words', async () => {
    const one = at(room.operator)
    const lease = await one.openDocument(await room.operator.put('endless.pdf', endlessPdf()))
    expect(await pageOf(one, lease.name)).toMatchObject(SLOW)
    expect(await patient(one, lease.name)).toMatchObject({ http: 422, code: 'DOCUMENT_SLOW' })
  })

  it('is not reported as slow where it is ready in time', async () => {
    const lease = await room.operator.openDocument(await room.operator.put('quick.pdf', makePdf(1)))
    expect((await pageOf(room.operator, lease.name)).http).toBe(200)
    expect((await pageOf(room.operator, lease.name)).http).toBe(200)
  })
})

const LINES = Array.from(
  { length: 900 },
  (_, at) =>
    `1 0 0 1 ${20 + (at % 6) * 95} ${800 - Math.floor(at / 6) * 5} Tm (a sentence https://example.org/${at}) Tj`,
)
const WORDY = pdfOf([{ entries: A4, content: `BT /F1 4 Tf ${LINES.join(' ')} ET` }])

const REFUSED_AS_SLOW = { http: 503, json: { status: 'EXCEPTION', code: 'SLOW' } }

const QUESTIONS: readonly [string, (client: WireClient, lease: string) => Promise<WireAnswer>][] = [
  ['text', (client, lease) => client.pageText(lease)],
  ['links', (client, lease) => client.pageLinks(lease)],
  ['a search', (client, lease) => client.find(lease, 'a sentence')],
]

describe.each(QUESTIONS)('%s that takes longer than the reader is kept waiting', (_, ask) => {
  const answered = (client: WireClient, lease: string): Promise<WireAnswer> =>
    eventually(async () => {
      const answer = await ask(client, lease)
      expect(answer.json.code).not.toBe('SLOW')
      return answer
    })

  it('is worked on, and answered as ever when it is asked for again, in this lease alone', async () => {
    const id = await room.operator.put('words.pdf', WORDY)
    const quick = await ask(room.operator, (await room.operator.openDocument(id)).name)
    expect([quick.http, quick.json.payload]).not.toEqual([200, []])
    const [one, other] = [at(room.operator), at(reader.client)]
    const { name } = await one.openDocument(id)
    const first = await ask(one, name)
    expect(first).toMatchObject(REFUSED_AS_SLOW)
    expect(first.headers.get('retry-after')).toBe('2')
    expect(first.text).not.toContain('rect')
    expect((await answered(one, name)).json).toEqual(quick.json)
    expect(await ask(one, name)).toMatchObject(REFUSED_AS_SLOW)
    expect(await ask(one, (await one.openDocument(id)).name)).toMatchObject(REFUSED_AS_SLOW)
    const foreign = await ask(other, name)
    expect(foreign.http).toBe(404)
    expect(foreign.text).not.toContain('sentence')
  })

  it('is not answered where the lease has ended meanwhile, or the right', async () => {
    const id = await room.operator.put('taken.pdf', WORDY)
    const shut = await app.participant(room)
    await room.operator.setRight(shut.memberId, 'text', true)
    const there = at(shut.client)
    const { name } = await there.openDocument(id)
    expect(await ask(there, name)).toMatchObject(REFUSED_AS_SLOW)
    await there.call('GET', `/room/api/file/removeTempFile/${name}`)
    expect((await ask(there, name)).http).toBe(404)

    const held = await there.openDocument(id)
    expect(await ask(there, held.name)).toMatchObject(REFUSED_AS_SLOW)
    await room.operator.setRight(shut.memberId, 'access', false)
    await eventually(async () => expect((await ask(there, held.name)).http).toBe(401))
  })
})

describe('text that takes long', () => {
  it('is refused once the right to it is gone, though it was asked for before', async () => {
    const id = await room.operator.put('granted.pdf', WORDY)
    const granted = await app.participant(room)
    await room.operator.setRight(granted.memberId, 'text', true)
    const there = at(granted.client)
    const { name } = await there.openDocument(id)
    expect(await there.pageText(name)).toMatchObject(REFUSED_AS_SLOW)
    await room.operator.setRight(granted.memberId, 'text', false)
    const refused = await eventually(async () => {
      const answer = await there.pageText(name)
      expect(answer.json.code).not.toBe('SLOW')
      return answer
    })
    expect(refused).toMatchObject({ http: 403, json: { code: 'TEXT_DENIED' } })
    expect(refused.text).not.toContain('sentence')
  })
})

describe('a search that takes long', () => {
  it('ends when other words are looked for', async () => {
    // Without the right to text, the search draws the page.
    const { client } = await app.participant(room)
    const there = at(client)
    const { name } = await there.openDocument(
      await room.operator.put('dense.pdf', endlessTextPdf('first words, other text')),
    )
    expect(await there.find(name, 'first words')).toMatchObject(REFUSED_AS_SLOW)
    expect(await there.find(name, 'nothing of it')).toMatchObject(REFUSED_AS_SLOW)
    const other = await eventually(async () => {
      const answer = await there.find(name, 'nothing of it')
      expect(answer.json.code).not.toBe('SLOW')
      return answer
    })
    expect(other.json).toMatchObject({ payload: [] })
  })
})

describe('the small image of a first page', () => {
  it('is drawn on as well, and noted as read when it leaves, once', async () => {
    const id = await room.operator.put('small.pdf', makePdf(1))
    const one = at(room.operator)
    const body = { fileId: id, id: one.me.id, roomId: one.me.roomId, type: 1 }
    const preview = () => one.fetch('POST', '/room/api/file/load', { body })
    const views = async () =>
      (await app.logged(room.roomId)).filter((kind) => kind === 'document.viewed').length
    const before = await views()
    expect((await preview()).status).toBe(503)
    expect(await views()).toBe(before)
    await eventually(async () => expect((await preview()).status).toBe(200))
    expect(await views()).toBe(before + 1)
  })
})
