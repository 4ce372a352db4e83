import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorText } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Template } from '../../../../contract/features/composed.ts'
import type { Resources } from '../../../resources.ts'
import { pdfOf, stream, textPage } from '../../../test/fixtures/pdf-file.ts'
import { sealables } from '../../../test/fixtures/sealable.ts'
import { runJob } from '../../../test/harness/run-job.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import { closeRoom } from '../../../test/scenarios/close-room.ts'
import { messageMails } from '../../../test/scenarios/message-mails.ts'
import { signerOf } from '../../../test/scenarios/signing.ts'
import { openSealKeys, PdfError, type SealKeys, type SealPool, SigningError } from '../../../workers/esign/index.ts'
import type { TemplateEventKind } from '../esign.tables.ts'
import { auditFacts } from './audit-facts.ts'
import { queueSealing } from './queue-sealing.ts'

const A4 = { width: 595, height: 842 }
const PDF = pdfOf([textPage('page')])
const PNG = createCanvas(240, 100).toBuffer('image/png')

let app: TestApp
let room: TestRoom
let documents: Awaited<ReturnType<typeof sealables>>
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
  documents = await sealables(app)
})
afterAll(() => app.close())

const stored = async (): Promise<number> =>
  (await app.database.pool.query('select storage_used from rooms where id = $1', [room.roomId])).rows[0].storage_used

const blobCount = async (): Promise<number> => {
  let count = 0
  for await (const { id } of documents.blobs.list()) count += id === '' ? 0 : 1
  return count
}

const sealHandler = async (changed: Partial<Resources> = {}) => {
  const handler = (await app.handlersOf(changed)).find(({ name }) => name === 'compose.seal')
  return (key: unknown, lastAttempt = false, attempt = 1) =>
    handler?.run(key, { signal: new AbortController().signal, attempt, lastAttempt }) ?? Promise.reject(new Error('no handler'))
}

describe('a document that all have signed', () => {
  it('is sealed, booked, logged and mailed to all whom it concerns', async () => {
    const before = await stored()
    const id = await documents.add(room, {
      pdf: pdfOf([textPage('first'), textPage('second')]),
      pages: [A4, A4],
      waterMark: true,
      boxes: [
        { page: 0, x: 100, y: 100, w: 200, h: 40, text: '동의합니다 )' },
        { page: 1, x: 100, y: 300, w: 120, h: 120, image: PNG },
      ],
    })
    const ended = await documents.ended(id)
    expect(ended).toMatchObject({ status: 'COMPLETED', failure: null })
    const { bytes, sha256 } = await documents.result(room.roomId, ended.result_id ?? 0)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    expect(bytes.includes('/ETSI.CAdES.detached')).toBe(true)
    expect(await stored()).toBe(before + bytes.length)
    const mails = await messageMails(app, '서명 완료')
    expect(mails.flatMap(({ to }) => to).sort()).toEqual(['hong@example.com', 'operator1@example.com', 'park@example.com'])
    for (const mail of mails) {
      expect(mail.text).toContain(sha256)
      expect(mail.text).toContain('PAdES B-B')
      expect(mail.files).toMatchObject([{ name: '계약서 (서명 완료).pdf', type: 'application/pdf' }])
      expect(mail.files[0]?.content.equals(bytes)).toBe(true)
      expect(mail.text).toContain('http://room.test/verify')
    }
    expect(await app.logged(room.roomId)).toContain('compose.sealed')
  })

  it('names in its mails the certificate that sealed it, and not the one that the server has by now', async () => {
    const keyDir = await fs.mkdtemp(path.join(app.dataDir, 'other-keys-'))
    const sealKeys = await openSealKeys({ keyDir, publicUrl: 'http://other.test', clock: app.clock })
    const id = await documents.add(room, { pdf: PDF, pages: [A4], name: 'whose.pdf', isQueued: false })
    await (await sealHandler({ sealKeys }))({ roomId: room.roomId, templateId: id })
    const { bytes } = await documents.result(room.roomId, (await documents.ended(id)).result_id ?? 0)
    const [der = Buffer.alloc(0)] = (await sealKeys.signer()).chain
    expect(bytes.toString('latin1').toLowerCase()).toContain(Buffer.from(der).toString('hex'))
    const { json } = await app.stranger().call('GET', '/esign/api/certificate')
    const configured = json.payload as { fingerprint: string }
    const fingerprint = createHash('sha256').update(der).digest('hex')
    expect(fingerprint).not.toBe(configured.fingerprint)
    const mails = await messageMails(app, 'whose.pdf')
    expect(mails).toHaveLength(3)
    for (const { text, html } of mails)
      for (const reported of [text, html]) {
        expect(reported).toContain(fingerprint.match(/.{4}/g)?.join(' '))
        expect(reported.replaceAll(' ', '')).not.toContain(configured.fingerprint)
      }
  })

  it('is the same after repeated jobs: sealed once, mailed once, booked once', async () => {
    const id = await documents.add(room, { pdf: PDF, pages: [A4], name: 'once.pdf' })
    await documents.ended(id)
    const [booked, blobs] = [await stored(), await blobCount()]
    const key = { roomId: room.roomId, templateId: id }
    await app.database.transaction((tx) => queueSealing(tx, key))
    const run = await sealHandler()
    await Promise.all([run(key), run(key)])
    expect([await stored(), await blobCount()]).toEqual([booked, blobs])
    expect(await messageMails(app, 'once.pdf')).toHaveLength(3)
  })

  it('is sealed by one of two runs at the same time, and the other leaves nothing', async () => {
    const [booked, blobs] = [await stored(), await blobCount()]
    const id = await documents.add(room, { pdf: PDF, pages: [A4], name: 'race.pdf', isQueued: false })
    const [one, two] = [await sealHandler(), await sealHandler()]
    const key = { roomId: room.roomId, templateId: id }
    await Promise.all([one(key), two(key)])
    const { result_id } = await documents.ended(id)
    const { bytes } = await documents.result(room.roomId, result_id ?? 0)
    expect([await stored(), await blobCount()]).toEqual([booked + bytes.length, blobs + 2])
    expect(await messageMails(app, 'race.pdf')).toHaveLength(3)
  })

  it('that lost its job is found again', async () => {
    const id = await documents.add(room, { pdf: PDF, pages: [A4], isQueued: false })
    await runJob(app, 'compose.revive-sealing')
    expect(await documents.ended(id)).toMatchObject({ status: 'COMPLETED' })
  })

  it('is mailed without the file where that is too large, and says where it is', async () => {
    const noise = randomBytes(LIMITS.attachmentBytes).toString('latin1')
    const pdf = pdfOf([{ content: '/Fm1 Do', entries: '/Resources << /XObject << /Fm1 4 0 R >> >>' }], {
      extra: [stream('/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray', noise)],
    })
    const id = await documents.add(room, { pdf, pages: [A4], name: 'large.pdf' })
    expect(await documents.ended(id)).toMatchObject({ status: 'COMPLETED' })
    const mails = await messageMails(app, 'large.pdf')
    expect(mails).toHaveLength(3)
    for (const { files, text, to } of mails) {
      expect(files).toEqual([])
      expect(text).toContain(
        to.includes('hong@example.com') ? '서명 요청 메일의 링크' : to.includes('park@example.com') ? '/sign#' : '/compose',
      )
      expect(text.includes('/sign#')).toBe(to.includes('park@example.com'))
    }
    const copy = await signerOf(app, 'park@example.com')
    expect((await copy.state()).data).toMatchObject({ participant: { type: 'CC', status: 'DONE' }, boxes: [], isSealed: true })
    const { result_id } = await documents.ended(id)
    const { bytes } = await documents.result(room.roomId, result_id ?? 0)
    const file = await copy.fetch('GET', '/file')
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true)
    expect((await copy.complete([])).code).toBe('SIGN_DONE')
    expect((await copy.decline('아니요')).code).toBe('SIGN_DONE')
    const { rows } = await app.database.pool.query('select m::text as it from mails m')
    expect(rows.map(({ it }) => it).join()).not.toContain(copy.token)
  })

  it('shows on whom the mail with it did not reach', async () => {
    const id = await documents.add(room, { pdf: PDF, pages: [A4], name: 'unreached.pdf' })
    await documents.ended(id)
    expect(await messageMails(app, 'unreached.pdf')).toHaveLength(3)
    const failed = async () => {
      const answer = await room.operator.call('GET', '/esign/api/compose/get', { query: { templateId: id } })
      const { participants } = answer.json.payload as Template
      return Object.fromEntries(participants.map(({ email, mailFailed }) => [email, mailFailed]))
    }
    expect(await failed()).toEqual({ 'hong@example.com': false, 'park@example.com': false })
    await app.database.pool.query(
      `update mails set status = 'failed', sealed = null where participant_id = (
         select id from template_participants where template_id = $1 and email = 'park@example.com')`,
      [id],
    )
    expect(await failed()).toEqual({ 'hong@example.com': false, 'park@example.com': true })
  })
})

describe('the mails of a document that is sealed', () => {
  const people = [
    { name: '홍길동', email: 'hong@example.com', type: 'SIGNER' as const },
    { name: '남은 사람', email: 'stays@example.com', type: 'CC' as const },
  ]
  const receivers = async (name: string): Promise<string[]> => (await messageMails(app, name)).flatMap(({ to }) => to).sort()

  it('do not go to who was blocked or removed since, nor to an author who may not enter any more', async () => {
    const own = await app.room()
    const [blocked, removed, operator] = [await app.participant(own), await app.participant(own), await app.participant(own)]
    await own.operator.setRole(operator.memberId, 4)
    const all = [...people, ...[blocked, removed].map(({ email }) => ({ name: '나간 사람', email, type: 'SIGNER' as const }))]
    const id = await documents.add(own, { pdf: PDF, pages: [A4], name: 'shut-out.pdf', people: all, isQueued: false })
    const { pool } = app.database
    await pool.query('update members set can_access = false where id = $1', [blocked.memberId])
    await pool.query(`update members set ended_at = now() + interval '1 day' where id = $1`, [removed.memberId])
    await pool.query('update members set can_access = false where id = (select created_by from templates where id = $1)', [id])
    await (await sealHandler())({ roomId: own.roomId, templateId: id })
    expect(await documents.ended(id)).toMatchObject({ status: 'COMPLETED' })
    expect(await receivers('shut-out.pdf')).toEqual(['hong@example.com', 'stays@example.com', operator.email].sort())
  })

  it.each([
    ['sealed', PDF, 'COMPLETED'],
    ['not sealed', Buffer.from('%PDF-1.7\nnothing'), 'FAILED'],
  ])('go to nobody where the room is closed: %s', async (state, pdf, status) => {
    const own = await app.room()
    const id = await documents.add(own, { pdf, pages: [A4], name: `closed-${state}.pdf`, people, isQueued: false })
    await closeRoom(app, own.roomId)
    await (await sealHandler())({ roomId: own.roomId, templateId: id })
    expect(await documents.ended(id)).toMatchObject({ status })
    expect(await receivers(`closed-${state}.pdf`)).toEqual([])
  })
})

describe('what the pages behind it say', () => {
  const at = new Date('2026-01-02T03:04:05Z')
  const event = (kind: TemplateEventKind) => ({ kind, at, participant_id: 7, address: '198.51.100.7', agent: 'Program/1' })
  const said = (originSha256: string, ...kinds: readonly TemplateEventKind[]) =>
    auditFacts({
      template: { id: 1, name: 'a.pdf', origin_name: 'a.pdf', was_signed: false },
      room: { name: '방', room_no: 'R1', zone: 'Asia/Seoul' },
      author: { name: '작성자', email: 'author@example.com' },
      participants: [],
      events: kinds.map(event),
      imagesOf: new Map(),
      source: { originSha256, sha256: 'a'.repeat(64) },
      at,
    })

  it('names from where people signed, and not from where somebody else had them invited', () => {
    const [invited, reminded, signed] = said('b', 'invited', 'reminded', 'signed').events.map(({ value }) => value)
    for (const value of [invited, reminded]) expect(value).not.toMatch(/198\.51|Program/)
    expect(signed).toMatch(/Network address: 198\.51\.100\.7\n.*Program: Program\/1$/)
  })

  it('names the SHA-256 of the original, and of the signed version where it differs', () => {
    const digests = (originSha256: string) => said(originSha256).document.filter(({ en }) => en.includes('SHA-256'))
    expect(digests('a'.repeat(64)).map(({ value }) => value)).toEqual(['a'.repeat(64)])
    const [original, signed, ...more] = digests('b'.repeat(64)).map(({ value }) => value)
    expect(more).toEqual([])
    expect(original).toBe('b'.repeat(64))
    expect(signed?.startsWith('a'.repeat(64))).toBe(true)
  })
})

describe('a document that cannot be sealed', () => {
  const failed = async (id: number, code: string): Promise<void> => {
    expect(await documents.ended(id)).toMatchObject({ status: 'FAILED', failure: code, result_id: null })
    const { rows } = await app.database.pool.query(`select kind from template_events where template_id = $1 and kind = 'seal-failed'`, [id])
    expect(rows).toHaveLength(1)
  }

  it('because it is not sound fails at once, and its author is informed', async () => {
    const [booked, blobs] = [await stored(), await blobCount()]
    const id = await documents.add(room, { pdf: Buffer.from('%PDF-1.7\nnothing'), pages: [A4], name: 'broken.pdf' })
    await failed(id, 'SEAL_PDF')
    const [mail, ...others] = await messageMails(app, 'broken.pdf')
    expect(others).toEqual([])
    expect(mail?.to).toEqual(['operator1@example.com'])
    expect(mail?.text).toContain(errorText('SEAL_PDF', 'ko'))
    expect([await stored(), await blobCount()]).toEqual([booked, blobs + 1])
    expect(await app.logged(room.roomId)).toContain('compose.seal-failed')
  })

  it('because the room is full fails, and is sealed once there is space', async () => {
    const id = await documents.add(room, { pdf: PDF, pages: [A4], name: 'full.pdf', isQueued: false })
    const blobs = await blobCount()
    const limit = async (value: string) => app.database.pool.query(`update rooms set storage_limit = ${value} where id = $1`, [room.roomId])
    await limit('storage_used')
    const run = await sealHandler()
    await run({ roomId: room.roomId, templateId: id })
    await failed(id, 'SEAL_NO_SPACE')
    expect(await blobCount()).toBe(blobs)
    await limit('10000000000')
    await app.database.pool.query(`update templates set status = 'SEALING' where id = $1`, [id])
    await run({ roomId: room.roomId, templateId: id })
    expect(await documents.ended(id)).toMatchObject({ status: 'COMPLETED', failure: null })
  })

  it.each([
    ['because the time-stamp authority is away', 'TIME_STAMP', 'SEAL_TIME_STAMP', true],
    ['because there is no certificate', 'CERTIFICATE', 'SEAL_CERTIFICATE', false],
    ['because its certificate was revoked', 'REVOKED', 'SEAL_REVOKED', false],
  ] as const)('%s fails, after its last attempt where it may pass', async (_, code, failure, mayPass) => {
    const sealKeys: SealKeys = {
      signer: () => Promise.reject(new SigningError(code)),
      describe: () => Promise.reject(new SigningError(code)),
    }
    const id = await documents.add(room, { pdf: PDF, pages: [A4], isQueued: false })
    const key = { roomId: room.roomId, templateId: id }
    const run = await sealHandler({ sealKeys })
    if (mayPass) {
      await expect(run(key, false)).rejects.toMatchObject({ code })
      const { rows } = await app.database.pool.query('select status from templates where id = $1', [id])
      expect(rows).toEqual([{ status: 'SEALING' }])
    }
    await run(key, true)
    await failed(id, failure)
  })

  it.each(['TIMEOUT', 'CRASHED'] as const)(
    'because it is too much for its process is tried once more, and no further: %s',
    async (code) => {
      const load = () => ({ size: 1, busy: 0, waiting: 0, done: 0, failed: 0, replaced: 0 })
      const seals: SealPool = { load, seal: () => Promise.reject(new PdfError(code)), close: () => Promise.resolve() }
      const id = await documents.add(room, { pdf: PDF, pages: [A4], isQueued: false })
      const key = { roomId: room.roomId, templateId: id }
      const run = await sealHandler({ seals })
      await expect(run(key, false, 1)).rejects.toMatchObject({ code })
      const { rows } = await app.database.pool.query('select status from templates where id = $1', [id])
      expect(rows).toEqual([{ status: 'SEALING' }])
      await run(key, false, 2)
      await failed(id, 'SEAL_FAILED')
    },
  )

  it('whose run was cut off by the stop of the server has not failed', async () => {
    const id = await documents.add(room, { pdf: PDF, pages: [A4], isQueued: false })
    const handler = (await app.handlersOf({})).find(({ name }) => name === 'compose.seal')
    const stopped = AbortSignal.abort(new Error('stopped'))
    const key = { roomId: room.roomId, templateId: id }
    await expect(handler?.run(key, { signal: stopped, attempt: 5, lastAttempt: true })).rejects.toThrow('stopped')
    const { rows } = await app.database.pool.query('select status from templates where id = $1', [id])
    expect(rows).toEqual([{ status: 'SEALING' }])
  })
})

describe('the calls of sealing', () => {
  it('seal again what failed and nothing else, for operators of its room alone', async () => {
    const id = await documents.add(room, { pdf: PDF, pages: [A4], isQueued: false })
    const again = (client: WireClient, templateId = id) => client.call('POST', '/esign/api/compose/sealAgain', { body: { templateId } })
    expect(await again(room.operator)).toMatchObject({ http: 409, json: { code: 'SEAL_NOT_FAILED' } })
    await app.database.pool.query(`update templates set status = 'FAILED', failure = 'SEAL_TIME_STAMP', failed_at = now() where id = $1`, [
      id,
    ])
    const { client } = await app.participant(room)
    expect(await again(client)).toMatchObject({ http: 403 })
    const other = await app.room()
    expect(await again(other.operator)).toMatchObject({ http: 404 })
    expect(await again(room.operator)).toMatchObject({ http: 200, json: { payload: { templateId: id, status: 'SEALING', failure: null } } })
    expect(await documents.ended(id)).toMatchObject({ status: 'COMPLETED', failure: null })
    expect(await app.logged(room.roomId)).toContain('compose.seal-again')
    expect(await again(room.operator)).toMatchObject({ http: 409, json: { code: 'SEAL_NOT_FAILED' } })
  })

  it('return the certificate to everybody, and its key to nobody', async () => {
    const answer = await app.stranger().call('GET', '/esign/api/certificate')
    const text = JSON.stringify(answer.json)
    expect(text).toContain('CN=Sealroom room.test')
    expect(text).toContain('BEGIN CERTIFICATE')
    expect(text).not.toContain('PRIVATE')
    expect(app.log.text()).not.toContain('PRIVATE')
  })
})
