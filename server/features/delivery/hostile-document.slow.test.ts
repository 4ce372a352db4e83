import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endlessPagesPdf, endlessPdf, unpackingPdf } from '../../test/fixtures/costly-pdfs.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { textPage } from '../../test/fixtures/pdf-file.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import { downloadOf } from '../../test/scenarios/downloads.ts'

async function page(
  client: WireClient,
  lease: string,
  number = 1,
  signal?: AbortSignal,
): Promise<[number, string?]> {
  const path = `/room/api/file/view/${lease}/pages/${number}?width=400`
  for (;;) {
    const response = await (signal
      ? Promise.race([client.fetch('GET', path), aborted(signal)])
      : client.fetch('GET', path))
    const bytes = Buffer.from(await response.arrayBuffer())
    if (response.status === 200) return [200]
    const { code } = JSON.parse(bytes.toString())
    if (code !== 'SLOW') return [response.status, code]
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error('nobody waits any more'))),
  )

describe('documents whose pages are never drawn to their end', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ deadlineMs: 300_000 })
  })
  afterAll(() => app.close())

  it('keep a page neither from another room nor from an honest document of their own', {
    timeout: 90_000,
  }, async () => {
    const [hostile, other] = [await app.room(), await app.room()]
    const ids = await Promise.all(
      ['a', 'b', 'c'].map((name) => hostile.operator.put(`${name}.pdf`, endlessPdf())),
    )
    const leases = await Promise.all(ids.map((id) => hostile.operator.openDocument(id)))
    const [honest, beside] = [
      await other.operator.put('h.pdf', makePdf(1)),
      await hostile.operator.put('h.pdf', makePdf(1)),
    ]
    const [theirs, own] = [
      await other.operator.openDocument(honest),
      await hostile.operator.openDocument(beside),
    ]
    const leaving = new AbortController()
    const ended: string[] = []
    const drawn = leases.map(({ name }) =>
      page(hostile.operator, name, 1, leaving.signal).then(
        () => ended.push(name),
        () => {},
      ),
    )
    expect(await page(other.operator, theirs.name)).toEqual([200])
    expect(await page(hostile.operator, own.name)).toEqual([200])
    expect(ended).toEqual([])
    leaving.abort()
    await Promise.all(drawn)
  })
})

describe('a document that costs all that it may', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ deadlineMs: 1_500 })
  })
  afterAll(() => app.close())
  const given = (): number =>
    app.log.entries.filter((entry) => entry['failure'] === 'TIMEOUT').length

  it('is refused as a whole, in every lease, while others of its room are drawn', {
    timeout: 90_000,
  }, async () => {
    const room = await app.room()
    const reader = await app.participant(room)
    const id = await room.operator.put('hostile.pdf', endlessPagesPdf(4, textPage('five')))
    const { name } = await room.operator.openDocument(id)
    const before = given()
    for (const number of [1, 2, 3])
      expect(await page(room.operator, name, number)).toEqual([422, 'DOCUMENT_SLOW'])
    expect(given() - before).toBe(3)
    const again = await reader.client.openDocument(id)
    for (const number of [4, 5])
      expect(await page(reader.client, again.name, number)).toEqual([422, 'DOCUMENT_SLOW'])
    expect(given() - before).toBe(3)
    const honest = await reader.client.openDocument(
      await room.operator.put('honest.pdf', makePdf(1)),
    )
    expect(await page(reader.client, honest.name)).toEqual([200])
  })

  it('is refused in words to who downloads it with a mark', { timeout: 90_000 }, async () => {
    const room = await app.room()
    await room.operator.put('hostile.pdf', endlessPdf())
    const { http, bytes, type } = await downloadOf(room.operator, room, 'hostile.pdf')
    expect([http, JSON.parse(bytes.toString()).code]).toEqual([422, 'DOCUMENT_SLOW'])
    expect(type).toContain('application/json')
    await room.operator.put('honest.pdf', makePdf(1))
    expect((await downloadOf(room.operator, room, 'honest.pdf')).http).toBe(200)
  })
})

it('a document that needs too much memory is refused in words, seen or downloaded', {
  timeout: 300_000,
}, async () => {
  const app = await startTestApp({ deadlineMs: 120_000 })
  const room = await app.room()
  const { name } = await room.operator.openDocument(
    await room.operator.put('hostile.pdf', unpackingPdf()),
  )
  expect(await page(room.operator, name)).toEqual([422, 'DOCUMENT_TOO_LARGE'])
  const { http, bytes } = await downloadOf(room.operator, room, 'hostile.pdf')
  expect([http, JSON.parse(bytes.toString()).code]).toEqual([422, 'DOCUMENT_TOO_LARGE'])
  const honest = await room.operator.openDocument(await room.operator.put('honest.pdf', makePdf(1)))
  expect(await page(room.operator, honest.name)).toEqual([200])
  await app.close()
})
