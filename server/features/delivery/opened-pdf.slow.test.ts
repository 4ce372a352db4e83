import { readFile } from 'node:fs/promises'
import { PDF } from '@libpdf/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeEncryptedPdf } from '../../test/fixtures/make-encrypted-pdf.ts'
import { filesBelow } from '../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import { type Got, get } from '../../test/scenarios/downloads.ts'

const WORDS = 'VERTRAULICH 4711'
const URI = 'https://example.com/anlage'
const CIPHERS = ['RC4', 'AESV2', 'AESV3'] as const

let app: TestApp
let room: TestRoom
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
})
afterAll(() => app.close())

type EncryptedPdfOptions = Parameters<typeof makeEncryptedPdf>[0]
const made = (how: Pick<EncryptedPdfOptions, 'by' | 'user' | 'owner' | 'bareTexts'>): Buffer =>
  makeEncryptedPdf({ ...how, words: WORDS, uri: URI })
const view = (lease: string, rest: string): string => `/room/api/file/view/${lease}${rest}`

async function expectShown(client: WireClient, lease: string): Promise<void> {
  const page = await client.fetch('GET', view(lease, '/pages/1?width=480'))
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const text = (await client.pageText(lease)).json.payload as { runs: { text: string }[] }
  expect(text.runs.map((run) => run.text).join('')).toContain('VERTRAULICH')
  expect((await client.pageLinks(lease)).json.payload).toMatchObject([{ to: { uri: URI } }])
  expect((await client.find(lease, '4711')).json.payload).toMatchObject([{ page: 1 }])
}

async function textOf({ bytes }: Got): Promise<string> {
  const pdf = await PDF.load(bytes)
  return pdf
    .getPages()
    .map((page) => page.extractText().text)
    .join('\n')
}

async function copyOf(name: string): Promise<Got> {
  const item = (await room.operator.items()).find((one) => one.name === name)
  return get(await room.operator.fetch('GET', `/room/api/file/${item?.filename}`))
}

describe('an encrypted PDF that opens without a password', () => {
  it.each(CIPHERS)(
    'because that of its owner is empty (%s) is read, found in and downloaded like any other',
    async (by) => {
      const name = `owner ${by}.pdf`
      const lease = await room.operator.openDocument(
        await room.operator.put(name, made({ by, user: 'for others', owner: '' })),
      )
      expect(lease).toMatchObject({ status: 'READY', pageCount: 1 })
      await expectShown(room.operator, lease.name)
      const copy = await copyOf(name)
      expect(copy).toMatchObject({ http: 200, type: 'application/pdf' })
      expect(await textOf(copy)).toContain(WORDS)
    },
  )

  it.each(CIPHERS)(
    'because its user password is empty (%s), despite any restrictions of its owner',
    async (by) => {
      const name = `user ${by}.pdf`
      const lease = await room.operator.openDocument(
        await room.operator.put(name, made({ by, user: '', owner: 'of it' })),
      )
      expect(lease.status).toBe('READY')
      await expectShown(room.operator, lease.name)
      expect(await textOf(await copyOf(name))).toContain(WORDS)
    },
  )

  it.each(['AESV2', 'AESV3'] as const)('and encrypts its streams alone (%s)', async (by) => {
    const name = `bare ${by}.pdf`
    const lease = await room.operator.openDocument(
      await room.operator.put(name, made({ by, user: '', owner: 'of it', bareTexts: true })),
    )
    expect(lease.status).toBe('READY')
    await expectShown(room.operator, lease.name)
    expect(await textOf(await copyOf(name))).toContain(WORDS)
  })

  it('lies readable nowhere while it is read', async () => {
    const lease = await room.operator.openDocument(
      await room.operator.put('disk.pdf', made({ by: 'AESV3', user: 'x', owner: '' })),
    )
    await expectShown(room.operator, lease.name)
    const files = await filesBelow(app.dataDir)
    expect(files.some((file) => file.includes('decrypted.'))).toBe(true)
    for (const file of files) expect((await readFile(file)).includes(WORDS)).toBe(false)
  })
})

describe('an encrypted PDF that asks for a password', () => {
  it.each(['AESV2', 'AESV3'] as const)(
    'and encrypts its streams alone (%s) opens with it, for this lease',
    async (by) => {
      const id = await room.operator.put(
        `locked ${by}.pdf`,
        made({ by, user: 'Hello', owner: 'of it', bareTexts: true }),
      )
      const lease = await room.operator.openDocument(id)
      expect(lease).toMatchObject({ status: 'LOCKED', pageCount: 0 })
      expect((await room.operator.unlock(lease.name, 'hello')).json).toMatchObject({
        status: 'EXCEPTION',
        code: 'PDF_PASSWORD',
      })
      expect((await room.operator.unlock(lease.name, 'Hello')).json).toMatchObject({
        status: 'OK',
        payload: { status: 'READY' },
      })
      await expectShown(room.operator, lease.name)
      const { client } = await app.participant(room)
      const other = await client.openDocument(id)
      expect(other.status).toBe('LOCKED')
      expect((await client.fetch('GET', view(other.name, '/pages/1'))).status).toBe(422)
    },
  )

  it.each(CIPHERS)('stays locked where neither is empty (%s), and shows nothing', async (by) => {
    const id = await room.operator.put(`both ${by}.pdf`, made({ by, user: 'one', owner: 'other' }))
    const lease = await room.operator.openDocument(id)
    expect(lease).toMatchObject({ status: 'LOCKED', pageCount: 0 })
    expect(await room.operator.call('GET', view(lease.name, '/pages/1'))).toMatchObject({
      http: 422,
      json: { code: 'DOCUMENT_LOCKED' },
    })
    expect((await room.operator.unlock(lease.name, 'other')).json).toMatchObject({ status: 'OK' })
    await expectShown(room.operator, lease.name)
  })
})
