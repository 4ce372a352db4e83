import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { createClamdScanner, parseClamdUrl } from '../../platform/scan/clamd.ts'
import { linkedFile, newestSent } from '../../test/fixtures/linked-file.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../test/harness/test-app.ts'
import { makeFiller } from '../../test/harness/upload-stream.ts'
import type { WireAnswer, WireClient } from '../../test/harness/wire-client.ts'
import { messageMails } from '../../test/scenarios/message-mails.ts'
import { blobs, query, SIZE, to, used } from '../../test/scenarios/messages/large-files.ts'
import { type Clamd, EICAR, startClamd } from '../../test/servers/clamd.ts'

let app: TestApp
let clamd: Clamd
let room: TestRoom
let one: TestPerson
let two: TestPerson
beforeAll(async () => {
  clamd = await startClamd()
  const address = parseClamdUrl(clamd.url)
  app = await startTestApp(address ? { scanner: createClamdScanner(address) } : {})
})
afterAll(async () => {
  await app.close()
  await clamd.stop()
})
beforeEach(async () => {
  room = await app.room()
  one = await app.participant(room, '하나')
  two = await app.participant(room, '두리')
})

describe('what is refused', () => {
  const left = async () => ({
    used: await used(app, room),
    blobs: await blobs(app),
    temp: await readdir(path.join(app.dataDir, 'tmp')),
  })
  const leavesNothing = async (work: () => Promise<void>) => {
    const before = await left()
    await work()
    await expect.poll(left).toEqual(before)
    expect(await app.logged(room.roomId)).not.toContain('message.sent')
  }
  const send = (files: readonly File[], fields: object = {}) =>
    room.operator.message(
      'sendByManager',
      { subject: '거절', content: '본문', ...to(one), ...fields },
      files,
    )
  const large = (bytes: Uint8Array) => new File([new Uint8Array(bytes)], '큰.pdf')

  it('leaves nothing: what uploads refuse, and texts that are missed before the file', async () => {
    await leavesNothing(async () => {
      const virus = makeFiller('큰.pdf', SIZE)
      virus.write(EICAR, 5_000_000, 'latin1')
      expect((await send([large(virus)])).json.rejected?.[0]?.code).toBe('INFECTED')
      const broken = makeFiller('큰.pdf', SIZE).fill('MZ', 0, 2_000)
      expect((await send([large(broken)])).json.rejected?.[0]?.code).toBe('CONTENT')
      expect((await send([large(makeFiller('큰.pdf', SIZE))], { subject: '' })).json.code).toBe(
        'TITLE_MISSING',
      )
      expect((await send([large(makeFiller('큰.pdf', SIZE))], { content: '' })).json.code).toBe(
        'CONTENT_MISSING',
      )
      expect((await send([large(makeFiller('큰.pdf', SIZE))], { recipients: [] })).json.code).toBe(
        'NO_RECIPIENTS',
      )
      expect((await send([large(makeFiller('큰.pdf', SIZE)), large(makePdf(1))])).http).toBe(400)
      clamd.temper = 'silent'
      await clamd.stop()
      expect((await send([large(makeFiller('큰.pdf', SIZE))])).json.code).toBe('SCANNER_DOWN')
      clamd.temper = 'fine'
      await clamd.start()
    })
    expect(await messageMails(app, '거절')).toEqual([])
  })

  it('what exceeds the share of a member is not stored, and the rest is stated; a small file is sent even into a full room', async () => {
    await query(app, 'update rooms set storage_limit = storage_used where id = $1', [room.roomId])
    await leavesNothing(async () => {
      const words =
        '메시지 첨부 파일을 보관할 공간이 10.00 MB 남아 있어 이 파일을 보낼 수 없습니다. 첨부 파일은 보낸 지 7일이 지나면 삭제됩니다.'
      expect(await send([linkedFile('큰.pdf')])).toMatchObject({
        http: 507,
        json: { code: 'MESSAGE_SPACE', payload: words },
      })
      const announced = makeFiller('큰.pdf', LIMITS.attachmentBytes + 3_000_000)
      expect(await send([large(announced)])).toMatchObject({
        http: 507,
        json: { code: 'MESSAGE_SPACE', payload: words },
      })
    })
    expect((await send([new File([makePdf(1)], '작은.pdf')])).json.status).toBe('OK')
    expect((await messageMails(app, '거절'))[0]?.files).toHaveLength(1)
  })

  it('messages leave the storage of documents alone, and one member the share of another, also where they come at once', async () => {
    await query(
      app,
      'update rooms set storage_limit = 1500000000, storage_used = 1500000000 - 100000 where id = $1',
      [room.roomId],
    )
    const write = (client: WireClient) =>
      client.message('sendByUser', { title: '거절', content: '본문' }, [linkedFile('큰.pdf')])
    const answers = await Promise.all([write(one.client), write(one.client), write(two.client)])
    const outcome = ({ http, json }: WireAnswer) => `${http} ${json.code ?? 'OK'}`
    expect(answers.slice(0, 2).map(outcome).sort()).toEqual(['200 OK', '507 MESSAGE_SPACE'])
    expect(answers.slice(2).map(outcome)).toEqual(['200 OK'])
    const full = await write(one.client)
    expect(full).toMatchObject({
      http: 507,
      json: { code: 'MESSAGE_SPACE', payload: expect.stringContaining(' 5.00 MB ') },
    })
    expect(await used(app, room)).toBe(1_500_000_000 - 100_000)
    expect((await room.operator.upload([['운영자.pdf', makePdf(1)]])).json).toMatchObject({
      status: 'OK',
      rejected: [],
    })

    await query(
      app,
      'update message_files set size = 64000000 - 1 where room_id = $1 and message_id = $2',
      [room.roomId, await newestSent(two.client)],
    )
    expect((await send([linkedFile('큰.pdf')])).json).toMatchObject({
      payload: expect.stringContaining(' 1.00 MB '),
    })
  })

  it('leaves nothing of what is cut on the way', async () => {
    await leavesNothing(async () => {
      const form = new FormData()
      form.set('data', JSON.stringify({ subject: '거절', content: '본문', ...to(one) }))
      form.set('file', linkedFile('큰.pdf'))
      const encoded = new Response(form)
      const type = encoded.headers.get('content-type') ?? ''
      const whole = new Uint8Array(await encoded.arrayBuffer())
      const cutting = new AbortController()
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(whole.subarray(0, 6_000_000))
        },
        pull: () => new Promise(() => undefined),
      })
      const sending = fetch(`${app.base}/api/room/api/message/sendByManager`, {
        method: 'POST',
        headers: { authorization: `Bearer ${room.operator.me.jwt}`, 'content-type': type },
        body,
        duplex: 'half',
        signal: cutting.signal,
      } as RequestInit)
      await expect.poll(async () => (await left()).temp.length).toBeGreaterThan(0)
      cutting.abort()
      await expect(sending).rejects.toThrow()
    })
  })
})
