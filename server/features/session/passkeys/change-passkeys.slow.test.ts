import fs from 'node:fs/promises'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { loggedDetails } from '../../../test/scenarios/logged-details.ts'
import {
  addPasskey,
  askForNewPasskey,
  elevateWith,
  listPasskeys,
  PASSKEY_URL,
  passkeyState,
  removePasskey,
  renamePasskey,
} from '../../../test/scenarios/passkeys.ts'
import { post, security, setUpPasskey } from '../../../test/second-step/second-step.ts'
import { createRoomKeyring } from '../../rooms/index.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe('own passkeys', () => {
  let app: TestApp
  let room: TestRoom
  let email: string
  beforeAll(async () => {
    app = await startTestApp({ publicUrl: PASSKEY_URL })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    room = await app.room()
    email = room.operator.me.email
  })

  const logged = async (kind: string): Promise<unknown[]> => {
    const keyStore = await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir })
    return loggedDetails(app.database, createRoomKeyring(keyStore), room.roomId, kind)
  }
  const mailsTo = async (address: string): Promise<Email[]> => {
    const folder = path.join(app.dataDir, 'outbox')
    const files = (await fs.readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
    const mails = await Promise.all(
      files.map(async (name) => PostalMime.parse(await fs.readFile(path.join(folder, name)))),
    )
    return mails.filter(
      ({ to, subject }) =>
        to?.some((each) => each.address === address) && /패스키|passkey/.test(subject ?? ''),
    )
  }
  const mailed = async (count: number): Promise<Email[]> => {
    await expect.poll(async () => (await mailsTo(email)).length, { timeout: 20_000 }).toBe(count)
    return mailsTo(email)
  }

  it('are listed, renamed and removed; each is logged, and the owner is mailed of a new and of a removed one', async () => {
    const { operator } = room
    const { record } = await addPasskey(operator, { name: '  회사 노트북 ' })
    expect(record).toEqual({
      id: record.id,
      name: '회사 노트북',
      createdAt: expect.any(String),
      usedAt: null,
    })
    expect(await listPasskeys(operator)).toEqual([record])
    expect((await mailed(1))[0]).toMatchObject({
      subject: '[시험 룸] 패스키가 추가되었습니다',
      text: expect.stringMatching(/회사 노트북[\s\S]*127\.0\.0\.1/),
    })

    expect((await renamePasskey(operator, record.id, '집 노트북')).json.status).toBe('OK')
    expect((await renamePasskey(operator, record.id, '집 노트북')).json.status).toBe('OK')
    expect(await listPasskeys(operator)).toMatchObject([{ id: record.id, name: '집 노트북' }])

    const headers = { 'accept-language': 'en', 'user-agent': FIREFOX }
    const removed = await operator.call('POST', '/room/admin/auth/comm/passkey/remove', {
      body: { id: record.id },
      headers,
    })
    expect(removed.json.status).toBe('OK')
    expect(await listPasskeys(operator)).toEqual([])
    expect(await passkeyState(operator)).toMatchObject({ count: 0 })
    expect((await mailed(2)).at(-1)).toMatchObject({
      subject: '[시험 룸] A passkey was removed',
      text: expect.stringMatching(/집 노트북[\s\S]*Firefox on Linux/),
    })

    const passkeyId = record.id
    expect(await logged('passkey.added')).toEqual([{ passkeyId, name: '회사 노트북' }])
    expect(await logged('passkey.renamed')).toEqual([
      { passkeyId, name: '집 노트북', before: '회사 노트북' },
    ])
    expect(await logged('passkey.removed')).toEqual([{ passkeyId, name: '집 노트북' }])
    expect((await operator.findCode()).json.status).toBe('OK')
  })

  it('take a name of a line, and no other', async () => {
    const { record } = await addPasskey(room.operator)
    for (const name of ['', ' ', 'x'.repeat(61), 'a\nb', 7])
      expect((await renamePasskey(room.operator, record.id, name as string)).http).toBe(400)
    expect(await listPasskeys(room.operator)).toEqual([record])
  })

  it('are the person’s alone: nobody else finds them, in this room or another', async () => {
    const own = await addPasskey(room.operator)
    const person = await app.participant(room)
    await room.operator.setRole(person.memberId, 4)
    await person.client.elevate(await app.codeMailedTo(person.email))
    for (const other of [person.client, (await app.room()).operator]) {
      expect(await listPasskeys(other)).toEqual([])
      expect((await renamePasskey(other, own.record.id, '남의 것')).http).toBe(404)
      expect((await removePasskey(other, own.record.id)).http).toBe(404)
    }
    expect(await listPasskeys(room.operator)).toEqual([own.record])
    const back = app.stranger()
    await back.join(room.pin)
    await back.agree()
    expect((await elevateWith(back, own)).json.payload).toEqual({ checked: true })
  })

  it('of the entrance alone are not found in the operator area, and are removed where they are listed', async () => {
    const { operator } = room
    const { number } = await setUpPasskey(operator, '휴대전화')
    expect(await listPasskeys(operator)).toEqual([])
    expect((await renamePasskey(operator, number, '다른 이름')).http).toBe(404)
    expect((await removePasskey(operator, number)).http).toBe(404)
    expect((await security(operator)).passkeys).toMatchObject([
      { id: number, name: '휴대전화', raises: false },
    ])
    const { record } = await addPasskey(operator)
    expect((await security(operator)).passkeys).toMatchObject([
      { id: number },
      { id: record.id, raises: true },
    ])
    for (const id of [number, record.id])
      expect((await post(operator, '/passkeys/remove', { id })).json.status).toBe('OK')
    expect((await security(operator)).passkeys).toEqual([])
  })

  it('are ten of each list, and those of one leave room in the other', async () => {
    const { operator } = room
    for (let count = 0; count < 10; count += 1) await addPasskey(operator, { name: `${count}` })
    expect((await askForNewPasskey(operator)).json.code).toBe('TOO_MANY_PASSKEYS')
    for (let count = 0; count < 10; count += 1) await setUpPasskey(operator, `입장 ${count}`)
    const refused = await post(operator, '/passkeys/options')
    expect(refused.json.code).toBe('TOO_MANY_PASSKEYS')
    expect(refused.text).toContain('10개')
    expect(await listPasskeys(operator)).toHaveLength(10)
    expect((await security(operator)).passkeys).toHaveLength(20)
    const [first] = (await security(operator)).passkeys.filter(({ raises }) => !raises)
    await post(operator, '/passkeys/remove', { id: first?.id })
    await setUpPasskey(operator, '새 것')
    expect((await askForNewPasskey(operator)).json.code).toBe('TOO_MANY_PASSKEYS')
  })

  it('are changed 30 times an hour at most, so that nobody’s mailbox is filled', async () => {
    const { record } = await addPasskey(room.operator)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => renamePasskey(room.operator, record.id, `${at}`)),
    )
    expect(answers.filter(({ json }) => json.status === 'OK')).toHaveLength(29)
    expect(
      answers.filter(({ http, headers }) => http === 429 && headers.has('retry-after')),
    ).toHaveLength(11)
  })
})

describe('a server whose address has no passkeys', () => {
  it.each([
    'http://room.test',
    'https://192.0.2.7',
    'http://127.0.0.1:8080',
    'https://[2001:db8::1]',
  ])('%s says so, and gives none', async (publicUrl) => {
    const app = await startTestApp({ publicUrl })
    try {
      const { operator } = await app.room()
      expect(await passkeyState(operator)).toEqual({ origin: null, count: 0 })
      for (const call of ['register/options', 'raise/options']) {
        const answer = await operator.call('POST', `/room/admin/auth/comm/passkey/${call}`)
        expect(answer).toMatchObject({ http: 422, json: { code: 'PASSKEYS_UNAVAILABLE' } })
      }
    } finally {
      await app.close()
    }
  })
})
