import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { A4, line, pdfOf, textPage } from '../../../test/fixtures/pdf-file.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../../test/harness/test-app.ts'
import type { WireAnswer } from '../../../test/harness/wire-client.ts'

let app: TestApp
let room: TestRoom
let reader: TestPerson
let id: number
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
  reader = await app.participant(room)
  const link =
    '/Annots [<< /Type /Annot /Subtype /Link /Rect [72 600 200 620] /A << /S /URI /URI (https://example.com/) >> >>]'
  const linked = textPage('terms at https://example.org/terms', `/MediaBox [0 0 595 842] ${link}`)
  id = await room.operator.put('글.pdf', pdfOf([linked, textPage('second page')]))
})
afterAll(() => app.close())

const leasePagesOf = async ({ client }: Pick<TestPerson, 'client'>, lease: string) => {
  const { payload } = (await client.call('GET', `/room/api/file/view/${lease}`)).json
  const { textLayer, selection } = payload as { textLayer: boolean; selection: boolean }
  return { textLayer, selection }
}
const wordsOf = ({ json }: WireAnswer): string =>
  (json.payload as { runs: { text: string }[] }).runs.map(({ text }) => text).join('')
const targetsOf = ({ json }: WireAnswer): unknown[] =>
  (json.payload as { to: unknown }[]).map(({ to }) => to)

describe('the text of a leased document', () => {
  it('is for those who may have it, from the moment on at which they may, until they may no longer', async () => {
    const { client, memberId } = reader
    const { name } = await client.openDocument(id)
    const expectText = async (may: boolean, selection: boolean): Promise<void> => {
      expect(await leasePagesOf(reader, name)).toEqual({ textLayer: may, selection })
      const answer = await client.pageText(name)
      if (may) expect(wordsOf(answer)).toBe('terms at https://example.org/terms')
      else {
        expect(answer).toMatchObject({
          http: 403,
          json: { status: 'EXCEPTION', code: 'TEXT_DENIED' },
        })
        expect(answer.text).not.toContain('terms')
      }
      expect(targetsOf(await client.pageLinks(name))).toEqual([
        { uri: 'https://example.com/' },
        ...(may ? [{ uri: 'https://example.org/terms' }] : []),
      ])
      expect((await client.find(name, 'Terms at')).json.payload).toHaveLength(1)
    }
    await expectText(false, false)
    await room.operator.setRight(memberId, 'text', true)
    await expectText(true, false)
    await room.operator.setRight(memberId, 'text', false)
    await expectText(false, false)
    await room.operator.viewing({ selection: true })
    await expectText(true, true)
    await room.operator.viewing({ selection: false })
    await expectText(false, false)
  })

  it('is for operators, with the code or without', async () => {
    const early = app.stranger()
    await early.join(room.pin)
    await early.agree()
    for (const client of [room.operator, early]) {
      const { name } = await client.openDocument(id)
      expect(await leasePagesOf({ client }, name)).toEqual({ textLayer: true, selection: false })
      expect(await client.pageText(name, 2)).toMatchObject({
        http: 200,
        json: { payload: { runs: [{ text: 'second ', x: 72 }, { text: 'page' }], cut: false } },
      })
    }
  })

  it('has no page 0 and none behind the last', async () => {
    const { name } = await room.operator.openDocument(id)
    for (const rest of ['text', 'links']) {
      for (const [page, http] of [
        ['0', 400],
        ['01', 400],
        ['a', 400],
        ['3', 404],
        ['9007199254740991', 404],
      ] as const) {
        const answer = await room.operator.call(
          'GET',
          `/room/api/file/view/${name}/pages/${page}/${rest}`,
        )
        expect({ rest, page, http: answer.http }).toEqual({ rest, page, http })
      }
    }
  })
})

describe('finding in a leased document', () => {
  it('returns where words are, within the requested pages', async () => {
    const { client } = reader
    const { name } = await client.openDocument(id)
    const { json } = await client.find(name, 'SECOND  page')
    expect(json).toEqual({
      status: 'OK',
      payload: [
        {
          page: 2,
          rects: [
            {
              x: 72,
              y: expect.any(Number),
              width: expect.closeTo(138, -1),
              height: expect.any(Number),
            },
          ],
        },
      ],
      cut: false,
    })
    for (const [query, found] of [
      [{ from: 2 }, 1],
      [{ to: 1 }, 0],
      [{ from: 2, to: 2 }, 1],
      [{ from: 3 }, 0],
      [{ from: 2, to: 1 }, 0],
      [{ to: 9_000_000 }, 1],
    ] as const)
      expect({
        query,
        found: ((await client.find(name, 'second', query)).json.payload as []).length,
      }).toEqual({ query, found })
  })

  it('returns hidden text only to readers with the right to text', async () => {
    const { client, memberId } = reader
    const pages = ['0 g 60 690 400 40 re f', '1 g'].map((paint, index) => {
      const words = line('covered words')
      return {
        entries: A4,
        content:
          index === 0
            ? `${words} ${paint}`
            : `${paint} ${words} 0 g ${line('shown words', [72, 600])}`,
      }
    })
    const { name } = await client.openDocument(await room.operator.put('covered.pdf', pdfOf(pages)))
    const found = async (q: string): Promise<unknown[]> => {
      const { json } = await client.find(name, q)
      expect(json).toMatchObject({ status: 'OK', cut: false })
      return (json.payload as { page: number }[]).map(({ page }) => page)
    }
    const expectHits = async (covered: number[]): Promise<void> => {
      expect({ covered: await found('covered words'), shown: await found('shown words') }).toEqual({
        covered,
        shown: [2],
      })
      expect(await found('c')).toHaveLength(covered.length)
    }
    await expectHits([])
    await room.operator.setRight(memberId, 'text', true)
    await expectHits([1, 2])
    await room.operator.setRight(memberId, 'text', false)
    await expectHits([])
    await room.operator.viewing({ selection: true })
    await expectHits([1, 2])
    await room.operator.viewing({ selection: false })
    await expectHits([])
  })

  it('takes 1 to 100 characters, literally', async () => {
    const { client } = reader
    const { name } = await client.openDocument(id)
    for (const q of ['', 'x'.repeat(LIMITS.findLength + 1), 'x'.repeat(10_000), 'a\0b'])
      expect((await client.find(name, q)).http).toBe(400)
    for (const query of ['', '?q=a&q=b', '?q=a&from=0', '?q=a&to=x', '?q=a&page=1'])
      expect((await client.call('GET', `/room/api/file/view/${name}/find${query}`)).http).toBe(400)
    for (const q of [
      '.*',
      '[a-z]',
      '%',
      '_',
      '\\',
      ' ',
      "' or 1=1",
      '(',
      'x'.repeat(LIMITS.findLength),
    ]) {
      expect({ q, ...(await client.find(name, q)).json }).toMatchObject({
        q,
        status: 'OK',
        payload: [],
      })
    }
  })

  it('returns at most a thousand hits', async () => {
    const { operator } = room
    const { name } = await operator.openDocument(
      await operator.put('many.pdf', makePdf(500, 'aaa')),
    )
    const found = (await operator.find(name, 'a')).json as unknown as {
      payload: { page: number }[]
      cut: boolean
    }
    expect(found.payload).toHaveLength(LIMITS.findHits)
    expect(found.cut).toBe(true)
    expect(found.payload.at(-1)?.page).toBe(250)
  })
})

describe('a search on its way', () => {
  let pages: number
  beforeAll(async () => {
    pages = await room.operator.put('book.pdf', makePdf(4_000, 'a chapter of the long book'))
  })

  it('ends when its reader is shut out, and when its document is deleted', async () => {
    const shut = await app.participant(room)
    const left = await app.participant(room)
    const [shutLease, leftLease] = [
      await shut.client.openDocument(pages),
      await left.client.openDocument(pages),
    ]
    const ofShut = shut.client.find(shutLease.name, 'nowhere')
    await room.operator.setRight(shut.memberId, 'access', false)
    expect(await ofShut).toMatchObject({ http: 401, json: { code: 'ACCESS_BLOCKED' } })
    const ofLeft = left.client.find(leftLease.name, 'nowhere')
    await room.operator.deleteItem(pages)
    expect(await ofLeft).toMatchObject({ http: 404, json: { code: 'NOT_FOUND' } })
    await room.operator.restoreItem(pages)
  })

  it('is one of three at most of its session, and holds up nobody who reads', async () => {
    const { client } = await app.participant(room)
    const { name } = await client.openDocument(pages)
    const leaving = new AbortController()
    const url = `${app.base}/api/room/api/file/view/${name}/find?q=nowhere`
    const headers = { authorization: `Bearer ${client.me.jwt}` }
    const searches = [1, 2, 3, 4].map(() => fetch(url, { headers, signal: leaving.signal }))
    const running = Promise.allSettled(searches)
    const refused = await Promise.race(searches)
    expect({ http: refused.status, json: await refused.json() }).toMatchObject({
      http: 503,
      json: { code: 'BUSY' },
    })
    expect((await client.fetch('GET', `/room/api/file/view/${name}/pages/7?width=64`)).status).toBe(
      200,
    )
    const other = (await app.participant(room)).client
    expect(
      (await other.find((await other.openDocument(id)).name, 'second')).json.payload,
    ).toHaveLength(1)
    leaving.abort()
    await running
    await eventually(async () =>
      expect((await client.find(name, 'page 17', { to: 20 })).json.payload).toHaveLength(1),
    )
  })
})
