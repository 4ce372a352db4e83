import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endlessPdf } from '../../test/costly-pdfs.ts'
import { eventually } from '../../test/eventually.ts'
import { makePdf } from '../../test/make-pdf.ts'
import { type Person, startTestApp, type TestApp, type TestRoom } from '../../test/test-app.ts'
import { WireClient } from '../../test/wire-client.ts'

let app: TestApp
let room: TestRoom
/** A node that tells at once that a page takes longer. */
let hasty: string
let reader: Person
beforeAll(async () => {
  app = await startTestApp({ deadlineMs: 2_000 })
  room = await app.room()
  hasty = await app.node({ pageWaitMs: 1 })
  reader = await app.participant(room)
})
afterAll(() => app.close())

/** The same session at the hasty node. */
function at(client: WireClient): WireClient {
  const there = new WireClient(hasty)
  there.session = client.me
  return there
}

interface Page {
  readonly http: number
  readonly code: string | undefined
  readonly retryAfter: string | null
  readonly bytes: Buffer
}

async function pageOf(client: WireClient, lease: string, query = '?width=480'): Promise<Page> {
  const response = await client.fetch('GET', `/room/api/file/view/${lease}/pages/1${query}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  const code = response.ok ? undefined : (JSON.parse(bytes.toString()) as { code: string }).code
  return { http: response.status, code, retryAfter: response.headers.get('retry-after'), bytes }
}

/** Asks until there is another answer than that it takes long. */
async function patient(client: WireClient, lease: string): Promise<Page> {
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
    // What was delivered is kept no longer.
    expect(await pageOf(one, lease.name)).toMatchObject(SLOW)
    // Nor does anybody meet it in another lease.
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

  it('is not told of where it is there in time', async () => {
    const lease = await room.operator.openDocument(await room.operator.put('quick.pdf', makePdf(1)))
    expect((await pageOf(room.operator, lease.name)).http).toBe(200)
    expect((await pageOf(room.operator, lease.name)).http).toBe(200)
  })
})
