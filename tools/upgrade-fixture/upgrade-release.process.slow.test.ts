import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { PayloadOut } from '../../contract/core/operation.ts'
import type { list } from '../../contract/features/archive.ts'
import { ENCRYPTED_COLUMNS } from '../../server/encrypted-columns.ts'
import { PROJECT_ROOT } from '../../server/platform/config/project-root.ts'
import { ticketFor } from '../../server/test/fixtures/linked-file.ts'
import { makeHwp } from '../../server/test/fixtures/make-hwp.ts'
import { until } from '../../server/test/harness/server-process.ts'
import { appendTo, offsetOf } from '../../server/test/harness/tus.ts'
import { WireClient } from '../../server/test/harness/wire-client.ts'
import { bytesOf } from '../../server/test/scenarios/archives.ts'
import { given } from '../../server/test/scenarios/composing.ts'
import { made } from '../../server/test/scenarios/disclosures.ts'
import { keepAgreements } from '../../server/test/scenarios/rooms/own-agreements.ts'
import { SignerClient } from '../../server/test/scenarios/signing.ts'
import {
  attachFile,
  enter,
  listed,
  move,
  saveView,
  written,
} from '../../server/test/scenarios/threads.ts'
import { startApp } from '../../server/test/second-step/second-step.ts'
import { checkPdf } from '../../web/verify/pdf/check-pdf.ts'
import { PHRASE, resumed, sha256Of } from './fill-release.ts'
import { stateOf } from './fill-signing.ts'
import { RELEASE, UpgradedInstallation } from './upgraded-installation.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const MINUTE_MS = 60_000
const DAY_LATER_MS = 25 * 60 * MINUTE_MS

describe('the data of an earlier release', () => {
  const { main, asked } = RELEASE
  let upgraded: UpgradedInstallation
  let attached: string
  let operator: WireClient
  let participant: WireClient

  beforeAll(async () => {
    upgraded = await UpgradedInstallation.unpack()
    await upgraded.start('web')
    resume()
  })
  afterAll(() => upgraded.place.remove())

  it('is upgraded by the start, and the browser sessions that were open go on', async () => {
    for (const client of [operator, participant])
      expect((await client.list()).json).toMatchObject({ status: 'OK' })
    expect((await operator.members()).length).toBeGreaterThan(200)
    expect((await operator.listTrash()).http).toBe(200)
    expect((await participant.listTrash()).http).toBe(403)
    const applied = await upgraded.query<{ name: string }>('select name from schema_migrations')
    const known = (await readdir(path.join(PROJECT_ROOT, 'server/migrations'))).filter((name) =>
      name.endsWith('.sql'),
    )
    expect(applied.map(({ name }) => name).sort()).toEqual(known.sort())
  })

  it('takes questions, which earlier releases did not have', async () => {
    const asked = await written(participant, { title: '우발채무' })
    await enter(operator, asked.id, 'ANSWER', '한 건입니다')
    const words = { title: '보증', question: '보증이 있습니까?', answer: '있습니다' }
    expect(
      (await operator.call('POST', `/room/api/thread/${asked.id}/publish`, { body: words })).http,
    ).toBe(200)
    attached = await attachFile(participant, '첨부.hwp', makeHwp('첨부'))
    expect((await saveView(participant, '내 질의', { unread: true })).http).toBe(200)
    const returned = await written(participant, { title: '모든 계약' })
    expect(
      (await move(operator, returned.id, 'RETURNED', { reason: '범위를 좁혀 주세요' })).json.status,
    ).toBe('OK')
    expect(await listed(participant, { keyword: '우발채무' })).toMatchObject([
      { title: '우발채무', state: 'DELIVERED' },
    ])
    expect(await listed(participant)).toHaveLength(3)
  })

  it('records what a group sees of the documents of the earlier release, as a file that is verified without the server', async () => {
    const group = await operator.call('POST', '/room/api/group', {
      body: { roomId: main.roomId, name: '매수인 을', level: 'view' },
    })
    const { bytes, content } = await made(operator, given<{ id: number }>(group).id)
    const [shown] = content.items.filter((item) => item.path.join('/') === main.documents[0]?.name)
    expect(shown).toMatchObject({ sha256: main.documents[0]?.sha256 })
    await writeFile(path.join(upgraded.files, 'record.zip'), bytes)
    expect(await upgraded.verify('record.zip')).toMatchObject({ code: 0, stderr: '' })
  })

  it('takes a brand, which earlier releases did not have', async () => {
    const brand = {
      firm: '한앤파트너스',
      accent: null,
      accentDark: null,
      sender: '',
      replyTo: '',
      footer: '',
    }
    const logo = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>',
    ).toString('base64')
    expect(
      (
        await operator.call('PUT', '/room/api/room/update/brand', {
          body: { id: main.roomId, ...brand, logo },
        })
      ).http,
    ).toBe(200)
  })

  it('takes own introductions of mails, which earlier releases did not have', async () => {
    const standard = { ko: '', en: '' }
    const texts = {
      invitation: { ko: '초대합니다', en: '' },
      documents: standard,
      questions: standard,
      closing: standard,
    }
    expect(
      (
        await operator.call('PUT', '/room/api/room/update/mailTexts', {
          body: { id: main.roomId, texts },
        })
      ).http,
    ).toBe(200)
  })

  it('takes agreements of the room, which earlier releases did not have', async () => {
    await keepAgreements(operator)
    expect((await operator.list()).http).toBe(200)
    expect((await participant.list()).http).toBe(200)
  })

  it('takes an authenticator app, which earlier releases did not have', async () => {
    expect((await startApp(operator)).key).toMatch(/^[A-Z2-7]{32}$/)
  })

  it('has a value in each encrypted column, so that none of them goes unread here', async () => {
    const empty = []
    for (const { table, column } of ENCRYPTED_COLUMNS) {
      const [row] = await upgraded.query<{ count: number }>(
        `select count(${column})::int as count from ${table}`,
      )
      if (row?.count === 0) empty.push(`${table}.${column}`)
    }
    expect(empty).toEqual(['thread_previews.wrapped_key'])
  })

  it('lets people in by the PINs that they have, and nobody by another one', async () => {
    for (const [pin, code] of [[main.pin, main.code] as const, [main.participantPin] as const]) {
      const client = new WireClient(upgraded.server.url)
      expect((await client.join(pin)).json.status).toBe('OK')
      expect((await client.agree()).json.status).toBe('OK')
      if (code !== undefined)
        expect((await client.elevate(code)).json.payload).toMatchObject({ checked: true })
    }
    const other = main.pin.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))
    expect((await new WireClient(upgraded.server.url).join(other)).json.status).toBe('EXCEPTION')
    resume()
  })

  it('gives back what was typed, and the documents and the file of a message as they were uploaded', async () => {
    const draft = await participant.call('GET', '/room/api/draft/message')
    expect(draft.json.payload).toMatchObject({ text: main.draft })
    expect((await operator.restoreItem(main.documents[1]?.id ?? 0)).json.status).toBe('OK')
    expect((await operator.switches(false)).json.status).toBe('OK')
    const items = new Map((await operator.items()).map((item) => [item.id, item]))
    for (const { id, sha256 } of main.documents) {
      const original = await operator.fetch('GET', `/room/api/file/${items.get(id)?.filename}`)
      expect(sha256Of(new Uint8Array(await original.arrayBuffer()))).toBe(sha256)
    }
    expect((await operator.switches(true)).json.status).toBe('OK')
    const file = await participant.fetch('GET', await ticketFor(participant, main.message.id))
    expect(sha256Of(new Uint8Array(await file.arrayBuffer()))).toBe(main.message.sha256)
  })

  it('goes on with the upload that had begun', async () => {
    const { id, size, arrived } = main.upload
    expect(await offsetOf(operator, id)).toBe(arrived)
    expect((await appendTo(operator, id, arrived, Buffer.alloc(size - arrived, '글'))).http).toBe(
      204,
    )
    expect((await operator.items()).find((item) => item.name === '이어.pdf')).toMatchObject({
      size,
    })
  })

  it('has every waiting job done, and none given up', async () => {
    await upgraded.stop()
    await upgraded.start('web,worker')
    resume()
    await until(
      async () => (await upgraded.jobsThatWait()).length === 0,
      'the jobs to be done',
      120_000,
    )
    expect(
      await upgraded.query(
        'select task_identifier, last_error from graphile_worker.jobs where last_error is not null',
      ),
    ).toEqual([])
    const waited = (await operator.items()).filter(({ id }) => main.waiting.includes(id))
    await until(
      async () =>
        (await previewsOf(waited.map(({ id }) => id))).every((preview) => preview === 'READY'),
      'the previews',
      90_000,
    )
    const prepared = async () =>
      (
        await participant.call('GET', '/room/api/file/prepareFile', {
          query: { threadFileId: attached },
        })
      ).json.payload
    await expect
      .poll(prepared, { timeout: 60_000 })
      .toMatchObject({ status: 'READY', pageCount: 1 })
    await until(
      async () => (await stateOf(operator, main.templates.sealing)) === 'COMPLETED',
      'the document to be sealed',
    )
    const archives = given<PayloadOut<typeof list>>(
      await operator.call('GET', `/room/api/archive/list/${main.roomId}`),
    )
    expect(archives.find(({ id }) => id === main.archives.waiting)).toMatchObject({
      state: 'READY',
      protection: 'passphrase',
    })
    const mails = await Promise.all(
      (await readdir(path.join(upgraded.place.dataDir, 'outbox'))).map((name) =>
        readFile(path.join(upgraded.place.dataDir, 'outbox', name), 'utf8'),
      ),
    )
    for (const to of ['operator@seller.example', 'person-2@firm.example'])
      expect(mails.some((mail) => mail.includes(to))).toBe(true)
  })

  it('shows and finds its documents', async () => {
    const { name } = await participant.openDocument(main.documents[0]?.id ?? 0)
    const page = await participant.fetch('GET', `/room/api/file/view/${name}/pages/1?width=480`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect((await participant.find(name, PHRASE)).json.payload).not.toEqual([])
    const { json } = await operator.call('POST', '/room/api/file/search', {
      body: { roomId: main.roomId, keword: PHRASE },
    })
    expect(json.payload).toMatchObject([{ item: { name: main.documents[0]?.name } }])
  })

  it('has documents signed by the link that was mailed, once', async () => {
    const signer = new SignerClient(upgraded.server.url, main.signer)
    expect((await signer.open()).http).toBe(200)
    expect((await signer.sign()).http).toBe(200)
    await until(
      async () => (await stateOf(operator, main.templates.sent)) === 'COMPLETED',
      'the document to be sealed',
    )
    expect((await signer.complete([])).code).toBe('SIGN_DONE')
    expect(await stateOf(operator, main.templates.draft)).toBe('DRAFT')
    for (const templateId of [main.templates.sent, main.templates.sealing]) {
      const sealed = await operator.fetch('GET', `/esign/api/compose/result/${templateId}`)
      expect(await checkPdf(new Uint8Array(await sealed.arrayBuffer()))).toMatchObject({
        state: 'whole',
      })
    }
  })

  it('verifies the exports, the archive, the sealed PDF and the certificate that were kept, and no changed one', async () => {
    expect(
      await checkPdf(new Uint8Array(await readFile(path.join(upgraded.files, 'sealed.pdf')))),
    ).toMatchObject({ state: 'whole' })
    const archive = await bytesOf(operator, main.archives.ready)
    expect(sha256Of(archive)).toBe(main.archives.sha256)
    await writeFile(path.join(upgraded.files, 'archive.zip'), archive)
    const certificate =
      (await readdir(upgraded.files)).find(
        (name) => name.endsWith('.json') && name !== 'history.json',
      ) ?? ''
    for (const name of ['history.json', 'archive.zip', certificate])
      expect(await upgraded.verify(name)).toMatchObject({ code: 0, stderr: '' })
    const changed = (await readFile(path.join(upgraded.files, 'history.json'), 'utf8')).replace(
      '참여자 1',
      '참여자 0',
    )
    await writeFile(path.join(upgraded.files, 'changed.json'), changed)
    expect((await upgraded.verify('changed.json')).code).toBe(1)
  })

  it('continues the log: an export of today matches the one that was kept', async () => {
    const body = { format: 'json' }
    const answer = await operator.fetch(
      'POST',
      `/room/api/room/roomActivity/export/${main.roomId}`,
      { body },
    )
    await writeFile(
      path.join(upgraded.files, 'today.json'),
      Buffer.from(await answer.arrayBuffer()),
    )
    expect(
      await upgraded.verify(
        'today.json',
        '--checkpoint',
        path.join(upgraded.files, 'history.json'),
      ),
    ).toMatchObject({
      code: 0,
      stderr: '',
    })
  })

  it('destroys the room whose destruction was asked for, a day after that, and leaves the others', async () => {
    await upgraded.stop()
    await upgraded.start('web,worker', DAY_LATER_MS)
    resume()
    // The queue uses the database's clock.
    await upgraded.query("select graphile_worker.add_job('ending.look', '{}')")
    await until(
      async () => (await upgraded.destructionOf(asked.roomId)) === 'certified',
      'the destruction',
      120_000,
    )
    const out = path.join(upgraded.files, 'today')
    await mkdir(out)
    expect(
      await upgraded.place.room(['certificate', '--room', String(asked.roomId), '--out', out]),
    ).toMatchObject({ code: 0 })
    const [certificate] = (await readdir(out)).filter((name) => name.endsWith('.json'))
    expect(await upgraded.verify(path.join('today', certificate ?? ''))).toMatchObject({ code: 0 })
    expect((await new WireClient(upgraded.server.url).join(asked.pin)).json.status).toBe(
      'EXCEPTION',
    )
    expect((await new WireClient(upgraded.server.url).join(main.pin)).json.status).toBe('OK')
  })

  function resume(): void {
    operator = resumed(upgraded.server.url, main.operator)
    participant = resumed(upgraded.server.url, main.participant)
  }

  async function previewsOf(ids: readonly number[]): Promise<unknown[]> {
    return (await operator.items())
      .filter(({ id }) => ids.includes(id))
      .map(({ preview }) => preview)
  }
})
