import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../../contract/core/limits.ts'
import { expectNothingChanged } from '../../../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../../test/harness/test-app.ts'
import {
  appendTo,
  beginUpload,
  endUpload,
  newUpload,
  TUS,
  tusMetadata,
  uploadOf,
} from '../../../../test/harness/tus.ts'
import { makeFiller } from '../../../../test/harness/upload-stream.ts'
import type { WireAnswer, WireClient } from '../../../../test/harness/wire-client.ts'

let app: TestApp
let room: TestRoom
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
})
afterAll(() => app.close())

const listed = async (
  client: WireClient,
): Promise<{ upload: string; path: string; offset: number }[]> =>
  (await client.call('GET', `/room/api/file/uploads/${client.me.roomId}`)).json.payload as never

async function refused(send: () => Promise<WireAnswer>): Promise<WireAnswer> {
  const before = await listed(room.operator)
  const answer = await expectNothingChanged(app, room.roomId, send)
  expect(await listed(room.operator)).toEqual(before)
  expect(answer.headers.get('location')).toBeNull()
  return answer
}

describe('an upload is refused before its first byte', () => {
  it.each<readonly [string, Record<string, string>, number | string, number, string]>([
    ['a program', { name: 'a.pdf.exe' }, 1_000, 415, 'EXTENSION'],
    ['no extension', { name: '계약서' }, 1_000, 415, 'EXTENSION'],
    ['an extension with a space behind', { name: 'a.pdf ' }, 1_000, 415, 'EXTENSION'],
    ['a NUL before another extension', { name: 'a.pdf\0.html' }, 1_000, 415, 'EXTENSION'],
    ['a name that turns its direction', { name: 'fdp\u202Eexe.pdf' }, 1_000, 415, 'NAME'],
    ['a name that is a path', { name: '../../etc/a.pdf' }, 1_000, 415, 'NAME'],
    ['a name of 300 characters', { name: `${'가'.repeat(300)}.pdf` }, 1_000, 415, 'NAME'],
    [
      'a folder of 300 characters',
      { name: 'a.pdf', relativePath: 'b'.repeat(300) },
      1_000,
      415,
      'NAME',
    ],
    [
      'a path that is too deep',
      { name: 'a.pdf', relativePath: 'b/'.repeat(LIMITS.treeDepth + 1) },
      1_000,
      415,
      'DEPTH',
    ],
    ['an empty file', { name: 'a.pdf' }, 0, 415, 'EMPTY'],
    ['a byte too many', { name: 'a.pdf' }, LIMITS.uploadBytes + 1, 413, 'SIZE'],
    ['9 petabytes', { name: 'a.pdf' }, '9007199254740991', 413, 'SIZE'],
  ])('%s', async (_, metadata, size, http, code) => {
    const answer = await refused(() => beginUpload(room.operator, { name: '', size, ...metadata }))
    expect(answer).toMatchObject({ http, json: { status: 'EXCEPTION', rejected: [{ code }] } })
  })

  it.each<readonly [string, string]>([
    ['negative', '-1'],
    ['a fraction', '1.5'],
    ['in another notation', '1e3'],
    ['immense in another notation', '1e+21'],
    ['beyond all numbers', '9'.repeat(40)],
    ['hexadecimal', '0x10'],
    ['text', 'viel'],
    ['nothing', ''],
  ])('a length that is %s', async (_, length) => {
    expect(
      await refused(() => beginUpload(room.operator, { name: 'a.pdf', size: length })),
    ).toMatchObject({ http: 400 })
  })

  it.each<readonly [string, string]>([
    ['nothing', ''],
    ['no Base64', 'name ???,parent MA=='],
    ['no name', tusMetadata({ parent: 0 })],
    ['no parent', tusMetadata({ name: 'a.pdf' })],
    ['a key twice', `${tusMetadata({ name: 'a.pdf', parent: 0 })},parent MQ==`],
    [
      'a key that nobody knows',
      tusMetadata({ name: 'a.pdf', parent: 0, filetype: 'application/pdf' }),
    ],
    [
      'a prototype',
      tusMetadata({ name: 'a.pdf', parent: 0, __proto__x: 1 }).replace('__proto__x', '__proto__'),
    ],
    ['a parent that is negative', tusMetadata({ name: 'a.pdf', parent: -1 })],
    ['a parent that is text', tusMetadata({ name: 'a.pdf', parent: 'root' })],
    ['another conflict', tusMetadata({ name: 'a.pdf', parent: 0, conflict: 'delete' })],
    ['a time that is none', tusMetadata({ name: 'a.pdf', parent: 0, modifiedAt: 'gestern' })],
    [
      'text that is no UTF-8',
      `name ${Buffer.from([0x61, 0xff, 0x2e, 0x70, 0x64, 0x66]).toString('base64')},parent MA==`,
    ],
  ])('metadata with %s', async (_, metadata) => {
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-length': '1000',
      'upload-metadata': metadata,
    }
    expect(await refused(() => room.operator.call('POST', TUS, { headers }))).toMatchObject({
      http: 400,
      json: { code: 'BAD_REQUEST' },
    })
  })

  it('a parent of another room, one that is a file, a deleted one and one that never was', async () => {
    const other = await app.room()
    await room.operator.upload([['datei.pdf', new Uint8Array(makeFiller('datei', 5_000))]])
    const file = (await room.operator.items()).find(({ name }) => name === 'datei.pdf')?.id ?? 0
    const deleted = await room.operator.newFolder('weg')
    await room.operator.deleteItem(deleted)
    for (const parent of [await other.operator.newFolder('fremd'), file, deleted, 999_999_999])
      expect(
        await refused(() => beginUpload(room.operator, { name: 'a.pdf', size: 1_000, parent })),
      ).toMatchObject({ http: 404 })
  })

  it('a folder too deep below its parent', async () => {
    const parent = await room.operator.newFolder('tief')
    const relativePath = 'b/'.repeat(LIMITS.treeDepth)
    const answer = await refused(() =>
      beginUpload(room.operator, { name: 'a.pdf', size: 1_000, parent, relativePath }),
    )
    expect(answer.json.rejected).toMatchObject([{ code: 'DEPTH' }])
  })

  it('another version of tus, a body, and a foreign page', async () => {
    const headers = {
      'upload-length': '1000',
      'upload-metadata': tusMetadata({ name: 'a.pdf', parent: 0 }),
    }
    const post = (more: Record<string, string>, bytes?: Uint8Array) => () =>
      room.operator.call('POST', TUS, {
        headers: { ...headers, ...more },
        ...(bytes ? { bytes } : {}),
      })
    const version = await refused(post({}))
    expect(version).toMatchObject({ http: 412, json: { code: 'TUS_VERSION' } })
    expect(version.headers.get('tus-version')).toBe('1.0.0')
    const withBody = post(
      { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' },
      Buffer.from('x'),
    )
    expect(await refused(withBody)).toMatchObject({ http: 415 })
    expect(await refused(post({ 'tus-resumable': '1.0.0', origin: 'null' }))).toMatchObject({
      http: 403,
    })
  })

  it('what exceeds the room’s storage together with stored and begun files', async () => {
    const small = await app.room({ storageLimit: 250_000 })
    const first = await newUpload(small.operator, { size: 150_000 })
    expect(await beginUpload(small.operator, { name: 'b.pdf', size: 100_001 })).toMatchObject({
      http: 507,
      json: { code: 'NO_SPACE' },
    })
    const both = await Promise.all(
      [1, 2].map((n) => beginUpload(small.operator, { name: `${n}.pdf`, size: 100_000 })),
    )
    expect(both.map(({ http }) => http).sort()).toEqual([201, 507])
    await endUpload(small.operator, first)
    expect((await beginUpload(small.operator, { name: 'c.pdf', size: 150_000 })).http).toBe(201)
  })

  it('more than a member may leave unfinished', { timeout: 60_000 }, async () => {
    const { operator } = await app.room()
    for (let n = 0; n < LIMITS.uploadsPerMember; n += 1) await newUpload(operator, { size: 1_000 })
    const answer = await beginUpload(operator, { name: 'a.pdf', size: 1_000 })
    expect(answer).toMatchObject({
      http: 429,
      json: { code: 'TOO_MANY_UPLOADS', payload: expect.stringContaining('200') },
    })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    const all = await listed(operator)
    const pages: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const query = { limit: 70, ...(cursor && { cursor }) }
      const page = await operator.call('GET', `/room/api/file/uploads/${operator.me.roomId}`, {
        query,
      })
      pages.push(...(page.json.payload as { upload: string }[]).map(({ upload }) => upload))
      cursor = page.json.nextCursor
    }
    expect(pages).toEqual(all.map(({ upload }) => upload))
    const [last] = all
    await endUpload(operator, last?.upload ?? '')
    expect((await beginUpload(operator, { name: 'a.pdf', size: 1_000 })).http).toBe(201)
  })
})

describe('an upload that begins', () => {
  it('has an address that nobody guesses, a date, and a place in the list of its member', async () => {
    const { operator } = await app.room()
    const folder = await operator.newFolder('실사')
    const answers: WireAnswer[] = []
    for (const name of ['가.pdf', '나.pdf'])
      answers.push(
        await beginUpload(operator, {
          name,
          size: 90_000,
          parent: folder,
          relativePath: 'a/b',
          modifiedAt: '2026-11-20T01:02:03Z',
        }),
      )
    const words = answers.map(uploadOf)
    for (const word of words) expect(word).toMatch(/^[\w-]{22}$/)
    expect(new Set(words).size).toBe(2)
    expect(answers[0]?.headers.get('location')).toBe(`/api${TUS}/${words[0]}`)
    const restMs =
      new Date(answers[0]?.headers.get('upload-expires') ?? '').getTime() -
      app.clock.now().getTime()
    expect(Math.abs(restMs - LIMITS.uploadRestMs)).toBeLessThan(60_000)
    expect(answers[0]?.headers.get('access-control-allow-origin')).toBeNull()

    await appendTo(operator, words[0] ?? '', 0, makeFiller('x', 40_000))
    const both = await listed(operator)
    expect(both).toMatchObject([
      {
        upload: words[1],
        path: 'a/b/나.pdf',
        parent: folder,
        folder: '실사',
        size: 90_000,
        offset: 0,
      },
      {
        upload: words[0],
        path: 'a/b/가.pdf',
        parent: folder,
        folder: '실사',
        modifiedAt: '2026-11-20T01:02:03.000Z',
      },
    ])
    expect(both[1]?.offset).toBeGreaterThanOrEqual(LIMITS.uploadPieceBytes)
  })

  it.each([
    ['the folders', '가/나', '가/나/문서.pdf'],
    ['the folders and its name, as a browser sends them', '가/나/문서.pdf', '가/나/문서.pdf'],
    ['its name alone', '문서.pdf', '문서.pdf'],
    ['a folder of its name', '문서.pdf/문서.pdf', '문서.pdf/문서.pdf'],
  ])('stands where its relative path says: %s', async (_, relativePath, stands) => {
    const { operator } = await app.room()
    await beginUpload(operator, { name: '문서.pdf', size: 90_000, relativePath })
    expect((await listed(operator)).map((upload) => upload.path)).toEqual([stands])
  })

  it('may have a name that would be dangerous as anything but text', async () => {
    const { operator } = await app.room()
    const bytes = makeFiller('name', 20_000)
    for (const [name, stored] of [
      ['<img src=x onerror=alert(1)>.pdf', '<img src=x onerror=alert(1)>.pdf'],
      ['a\r\nSealroom-Item: 777777\r\n\r\n.pdf', 'aSealroom-Item: 777777.pdf'],
      ['C:\\Windows\\con.pdf', 'C:\\Windows\\con.pdf'],
      ['계약서.pdf'.normalize('NFD'), '계약서.pdf'],
    ] as const) {
      const upload = await newUpload(operator, { name, size: bytes.length })
      const answer = await appendTo(operator, upload, 0, bytes)
      expect(answer.headers.get('sealroom-name')).toMatch(/^[\w%.!~*'()-]+$/)
      expect(decodeURIComponent(answer.headers.get('sealroom-name') ?? '')).toBe(stored)
      expect(answer.headers.get('sealroom-item')).not.toBe('777777')
    }
  })

  it('returns the supported tus protocol', async () => {
    const answer = await room.operator.call('OPTIONS', TUS)
    expect(answer.http).toBe(204)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'tus-resumable': '1.0.0',
      'tus-version': '1.0.0',
      'tus-extension': 'creation,expiration,termination',
      'tus-max-size': String(LIMITS.uploadBytes),
    })
    expect(answer.headers.get('access-control-allow-methods')).toBeNull()
  })
})
