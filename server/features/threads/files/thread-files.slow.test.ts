import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { makeHwp } from '../../../test/fixtures/make-hwp.ts'
import { makeLockedPdf } from '../../../test/fixtures/make-locked-pdf.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { pdfOf, textPage } from '../../../test/fixtures/pdf-file.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../../test/harness/test-app.ts'
import { appendTo, beginUpload, newUpload, offsetOf } from '../../../test/harness/tus.ts'
import { makeFiller } from '../../../test/harness/upload-stream.ts'
import { archived, byCode, verdictOf } from '../../../test/scenarios/archives.ts'
import { moveInto, newGroup } from '../../../test/scenarios/groups.ts'
import {
  attachedTo,
  attachFile,
  enterWith,
  move,
  opened,
  written,
} from '../../../test/scenarios/threads.ts'

const png = async (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()

describe('files of questions and requests', () => {
  let app: TestApp
  let room: TestRoom
  let asker: TestPerson
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  beforeEach(async () => {
    room = await app.room()
    asker = await app.participant(room, '우리')
    await moveInto(room, await newGroup(room, '매수인', 'download'), [asker])
    await room.operator.setRight(asker.memberId, 'download', true)
  })

  const blobsHeld = async (): Promise<number> =>
    (await app.database.pool.query('select id from thread_files where room_id = $1', [room.roomId]))
      .rows.length

  it('are shown with their pages, and given as they are while the watermark is off', async () => {
    await room.operator.switches(false)
    const { id } = await written(asker.client)
    const pdf = makePdf(3)
    const answer = await enterWith(room.operator, id, { kind: 'ANSWER', text: '' }, [
      ['계산 근거.pdf', pdf],
      ['현장 사진.png', await png(640, 480)],
    ])
    expect(answer.json).toMatchObject({ status: 'OK', payload: { state: 'DELIVERED' } })
    const [first, second] = await attachedTo(asker.client, id)
    expect(first).toMatchObject({ name: '계산 근거.pdf', size: pdf.length })
    expect(first?.pages).toHaveLength(3)
    expect(second).toMatchObject({ name: '현장 사진.png', pages: [{ width: 640, height: 480 }] })
    const prepare = ({ client }: Pick<TestPerson, 'client'>) =>
      client.call('GET', '/room/api/file/prepareFile', { query: { threadFileId: first?.id ?? '' } })
    const path = `/room/api/thread/file/${first?.id}`
    expect((await prepare(asker)).json.payload).toEqual({
      name: first?.id,
      path,
      originName: '계산 근거.pdf',
      pageCount: 3,
      status: 'READY',
    })
    expect((await asker.client.fetch('GET', `${path}/page/3`)).status).toBe(200)
    const fetched = await asker.client.fetch('GET', path)
    expect(fetched.headers.get('content-disposition')).toContain(
      encodeURIComponent('계산 근거.pdf'),
    )
    expect(Buffer.from(await fetched.arrayBuffer()).equals(Buffer.from(pdf))).toBe(true)
    const page = await asker.client.fetch(
      'GET',
      `/room/api/thread/file/${second?.id}/page/1?width=480`,
    )
    expect(await sharp(Buffer.from(await page.arrayBuffer())).metadata()).toMatchObject({
      format: 'jpeg',
      width: 480,
    })
    expect(
      (await asker.client.fetch('GET', `/room/api/thread/file/${second?.id}/page/2`)).status,
    ).toBe(404)
    const hidden = await prepare(await app.participant(room))
    expect({ http: hidden.http, code: hidden.json.code }).toEqual({ http: 404, code: 'NOT_FOUND' })
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind.startsWith('thread.file')),
    ).toEqual(['thread.file-fetched', 'thread.file-viewed'])
  })

  it('leave as a copy with the mark of the reader while it is on, for operators too', async () => {
    const pdf = pdfOf([textPage('topsecret')])
    const id = await attachFile(asker.client, '계약.pdf', pdf)
    for (const client of [asker.client, room.operator]) {
      const copy = Buffer.from(
        await (await client.fetch('GET', `/room/api/thread/file/${id}`)).arrayBuffer(),
      )
      expect(copy.subarray(0, 5).toString()).toBe('%PDF-')
      expect(copy.equals(Buffer.from(pdf))).toBe(false)
      expect(copy.length).toBeGreaterThan(pdf.length)
    }
  })

  it('come with a new question too, and go with its draft', async () => {
    const form = new FormData()
    form.set(
      'data',
      JSON.stringify({
        roomId: room.roomId,
        type: 'QUESTION',
        title: '초안',
        text: '',
        state: 'DRAFT',
      }),
    )
    form.append('file', new Blob([new Uint8Array(makePdf(1))]), '초안.pdf')
    const { id } = (await asker.client.call('POST', '/room/api/thread', { form })).json.payload as {
      id: string
    }
    form.set(
      'data',
      JSON.stringify({
        roomId: room.roomId + 1,
        type: 'QUESTION',
        title: '초안',
        text: '',
        state: 'DRAFT',
      }),
    )
    expect((await asker.client.call('POST', '/room/api/thread', { form })).http).toBe(404)
    expect(await blobsHeld()).toBe(1)
    expect(await attachedTo(asker.client, id)).toMatchObject([{ name: '초안.pdf' }])
    const freed = async () =>
      (await app.database.pool.query('select blob_id from freed_blobs')).rows.length
    const before = await freed()
    expect((await move(asker.client, id, 'WITHDRAWN')).http).toBe(200)
    expect({ held: await blobsHeld(), freed: (await freed()) - before }).toEqual({
      held: 0,
      freed: 1,
    })
  })

  it('of Office and Hangul wait for their pages, which are made beside the file and go with it', async () => {
    const form = new FormData()
    form.set(
      'data',
      JSON.stringify({
        roomId: room.roomId,
        type: 'QUESTION',
        title: '초안',
        text: '',
        state: 'DRAFT',
      }),
    )
    form.append('file', new Blob([new Uint8Array(makeHwp('질의 근거'))]), '질의 근거.hwp')
    const { id } = (await asker.client.call('POST', '/room/api/thread', { form })).json.payload as {
      id: string
    }
    const readyFile = async () => (await attachedTo(asker.client, id))[0]
    await expect.poll(async () => (await readyFile())?.status, { timeout: 60_000 }).toBe('READY')
    const file = await readyFile()
    expect(file).toMatchObject({ name: '질의 근거.hwp', pages: [{}] })
    const page = await asker.client.fetch(
      'GET',
      `/room/api/thread/file/${file?.id}/page/1?width=480`,
    )
    expect({ status: page.status, type: page.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'image/jpeg',
    })
    const copy = await asker.client.fetch('GET', `/room/api/thread/file/${file?.id}`)
    expect(copy.headers.get('content-type')).toBe('application/pdf')
    expect(copy.headers.get('content-disposition')).toContain(encodeURIComponent('질의 근거.pdf'))
    const rival = await app.participant(room, '경쟁자')
    expect(
      (await rival.client.fetch('GET', `/room/api/thread/file/${file?.id}/page/1`)).status,
    ).toBe(404)
    await room.operator.switches(false)
    const whole = await asker.client.fetch('GET', `/room/api/thread/file/${file?.id}`)
    expect(Buffer.from(await whole.arrayBuffer()).equals(Buffer.from(makeHwp('질의 근거')))).toBe(
      true,
    )
    const freed = async () =>
      (await app.database.pool.query('select blob_id from freed_blobs')).rows.length
    const before = await freed()
    expect((await move(asker.client, id, 'WITHDRAWN')).http).toBe(200)
    expect({ held: await blobsHeld(), freed: (await freed()) - before }).toEqual({
      held: 0,
      freed: 2,
    })
  })

  const unshown: readonly (readonly [
    status: string,
    code: string,
    name: string,
    bytes: Uint8Array,
  ])[] = [
    ['LOCKED', 'DOCUMENT_LOCKED', '잠김.hwp', makeHwp('잠김', 'secret')],
    [
      'BROKEN',
      'DOCUMENT_BROKEN',
      '손상.hwp',
      Buffer.from('HWP Document File V3.00 and nothing else'),
    ],
  ]

  it.each(unshown)(
    'say why they are %s, give no page, and leave only where no mark is asked for',
    async (status, code, name, bytes) => {
      const id = await attachFile(asker.client, name, bytes)
      const prepared = async () =>
        (
          await asker.client.call('GET', '/room/api/file/prepareFile', {
            query: { threadFileId: id },
          })
        ).json.payload as { status: string }
      await expect.poll(async () => (await prepared()).status, { timeout: 60_000 }).toBe(status)
      expect(
        (await asker.client.call('GET', `/room/api/thread/file/${id}/page/1`)).json,
      ).toMatchObject({ code })
      expect((await asker.client.call('GET', `/room/api/thread/file/${id}`)).json).toMatchObject({
        code: 'WATERMARK',
      })
      await room.operator.switches(false)
      const whole = await asker.client.fetch('GET', `/room/api/thread/file/${id}`)
      expect(Buffer.from(await whole.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
    },
  )

  it('are in the archive of the room and of its group, named in that of a person, and in no other group’s', async () => {
    const rival = await app.participant(room, '경쟁자')
    const theirs = await newGroup(room, '다른 매수인', 'download')
    await moveInto(room, theirs, [rival])
    const pdf = makePdf(1)
    await attachFile(asker.client, '근거.pdf', pdf)
    await attachFile(rival.client, '경쟁.pdf', makePdf(2))
    const attachedIn = (files: ReadonlyMap<string, Buffer>): string[] =>
      [...files.keys()].filter((name) => name.startsWith('questions/files/')).sort()
    const all = await archived(room.operator, byCode(room))
    expect(attachedIn(all)).toEqual([
      'questions/files/B-Q-001 근거.pdf',
      'questions/files/C-Q-001 경쟁.pdf',
    ])
    expect(all.get('questions/files/B-Q-001 근거.pdf')?.equals(Buffer.from(pdf))).toBe(true)
    expect(await verdictOf(all)).toMatchObject({
      fault: undefined,
      changed: [],
      missing: [],
      extra: [],
    })
    const ofGroup = await archived(room.operator, { ...byCode(room), groupId: theirs })
    expect(attachedIn(ofGroup)).toEqual(['questions/files/Q-001 경쟁.pdf'])
    const own = await archived(asker.client)
    expect(attachedIn(own)).toEqual([])
    const html = own.get('questions/questions.html')?.toString() ?? ''
    expect(html).toContain('근거.pdf')
    expect(html).not.toContain('경쟁.pdf')
  })

  const refusals: readonly (readonly [string, string, () => Promise<Uint8Array> | Uint8Array])[] = [
    ['a spreadsheet', '표.xlsx', () => Buffer.from('PK')],
    ['a program', '실행.exe', () => Buffer.from('MZ')],
    ['an empty file', '빈.pdf', () => Buffer.alloc(0)],
    ['a PDF with a password', '잠긴.pdf', () => makeLockedPdf('열려라')],
    [
      'a file beyond 20 MB',
      '큰.pdf',
      () => Buffer.concat([Buffer.from(makePdf(1)), Buffer.alloc(LIMITS.threadFileBytes)]),
    ],
    ['a PDF that none can read', '깨진.pdf', () => Buffer.from(`%PDF-1.7\n${'x'.repeat(2_000)}`)],
  ]

  it.each(refusals)('refuse %s by name, and then nothing is written', async (_, name, bytes) => {
    const { id } = await written(asker.client)
    const answer = await enterWith(asker.client, id, { kind: 'QUESTION', text: '첨부합니다' }, [
      ['좋은.pdf', makePdf(1)],
      [name, await bytes()],
    ])
    expect(answer.http).toBe(415)
    expect(answer.text).toContain(name)
    expect((await opened(asker.client, id)).entries).toHaveLength(1)
    expect(await blobsHeld()).toBe(0)
  })

  it('answer a request as documents where they are uploaded into it, in a folder of the room', async () => {
    const { id } = await written(asker.client, { type: 'REQUEST', title: '감사보고서' })
    const question = await written(asker.client)
    const upload = (threadId: string, client = room.operator) => {
      const form = client.uploadForm(0, 4)
      form.set('threadId', threadId)
      form.append('file', new Blob([new Uint8Array(makePdf(1))]), '감사보고서.pdf')
      return client.call('POST', '/room/api/file/upload', { form })
    }
    expect((await upload(id)).http).toBe(200)
    const { state, unread, entries } = await opened(asker.client, id)
    expect({ state, unread }).toEqual({ state: 'OPEN', unread: true })
    expect(entries.at(-1)).toMatchObject({ kind: 'ANSWER', links: [{ name: '감사보고서.pdf' }] })
    expect((await upload(question.id)).json).toMatchObject({ code: 'THREAD_MOVED' })
    expect((await upload(crypto.randomUUID())).http).toBe(404)
    expect((await upload(id, asker.client)).http).toBe(403)
    expect(await room.operator.items()).toHaveLength(1)
  })

  it('answer a request as documents where they arrive in pieces, and wait with nothing lost where it was withdrawn meanwhile', async () => {
    const { id } = await written(asker.client, { type: 'REQUEST', title: '감사보고서' })
    const question = await written(asker.client)
    const bytes = makeFiller('감사보고서', 100_000)
    const wanted = (threadId: string) => ({ name: '감사보고서.pdf', size: bytes.length, threadId })
    expect((await beginUpload(room.operator, wanted(question.id))).json).toMatchObject({
      code: 'THREAD_MOVED',
    })
    expect((await beginUpload(room.operator, wanted(crypto.randomUUID()))).http).toBe(404)
    expect((await beginUpload(room.operator, wanted('R-001'))).http).toBe(400)
    const [first, second] = [
      await newUpload(room.operator, wanted(id)),
      await newUpload(room.operator, wanted(id)),
    ]
    expect((await opened(asker.client, id)).entries).toHaveLength(1)
    expect((await appendTo(room.operator, first, 0, bytes)).http).toBe(204)
    expect((await opened(asker.client, id)).entries.at(-1)).toMatchObject({
      kind: 'ANSWER',
      links: [{ name: '감사보고서.pdf' }],
    })

    expect((await move(asker.client, id, 'WITHDRAWN')).http).toBe(200)
    const late = await appendTo(room.operator, second, 0, bytes)
    expect(late.json).toMatchObject({ code: 'THREAD_MOVED' })
    expect(await offsetOf(room.operator, second)).toBeLessThan(bytes.length)
    expect(await room.operator.items()).toHaveLength(1)
  })

  it('refuse more than five, a form without its data, and more than the room keeps', async () => {
    const { id } = await written(asker.client)
    const six = Array.from(
      { length: LIMITS.threadFiles + 1 },
      (_, index) => [`${index}.pdf`, makePdf(1)] as const,
    )
    expect((await enterWith(asker.client, id, { kind: 'QUESTION', text: '여섯' }, six)).http).toBe(
      400,
    )
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(makePdf(1))]), '홀로.pdf')
    expect((await asker.client.call('POST', `/room/api/thread/${id}/entry`, { form })).http).toBe(
      400,
    )
    await attachFile(asker.client, '처음.pdf', makePdf(1))
    await app.database.pool.query('update thread_files set size = 99999999 where room_id = $1', [
      room.roomId,
    ])
    const full = await enterWith(asker.client, id, { kind: 'QUESTION', text: '가득' }, [
      ['가득.pdf', makePdf(1)],
    ])
    expect(full.json).toMatchObject({ code: 'THREAD_FILES_FULL' })
    expect((await opened(asker.client, id)).entries).toHaveLength(1)
  })
})
