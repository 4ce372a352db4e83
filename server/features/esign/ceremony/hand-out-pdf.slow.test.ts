import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { loggedEntries } from '../../../test/scenarios/logged-details.ts'
import { asAuthor, draftToSend, signerOf } from '../../../test/scenarios/signing.ts'
import { createRoomKeyring } from '../../rooms/index.ts'

describe('the PDF that somebody is to sign', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  async function sent(email: string) {
    const room = await app.room()
    const { templateId } = await draftToSend(room, {
      boxes: [{ typeName: 'TEXT' }],
      people: [{ email, name: '홍길동' }],
    })
    expect((await asAuthor(room.operator, 'addInvite', { templateId, members: [] })).http).toBe(200)
    const signer = await signerOf(app, email)
    const keyring = createRoomKeyring(
      await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir }),
    )
    const count = async (kind: string) =>
      (await loggedEntries(app.database, keyring, room.roomId, kind)).length
    return {
      signer,
      templateId,
      logged: async () => ({
        opened: await count('sign.opened'),
        downloaded: await count('sign.downloaded'),
      }),
      async fetch(query: string, headers: Readonly<Record<string, string>> = {}) {
        const answer = await signer.fetch('GET', `/file${query}`, undefined, headers)
        return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
      },
    }
  }

  it('is in the log as downloaded once an hour: the one to sign and the sealed one', async () => {
    const { signer, templateId, logged, fetch } = await sent('takes@law.example')
    for (let round = 0; round < 2; round += 1) await fetch('')
    expect(await logged()).toEqual({ opened: 0, downloaded: 1 })
    expect((await signer.complete([{ id: 'box-0', text: '홍길동' }])).http).toBe(200)
    const status = async () =>
      (await app.database.pool.query('select status from templates where id = $1', [templateId]))
        .rows[0].status
    await expect.poll(status, { timeout: 60_000 }).toBe('COMPLETED')
    for (let round = 0; round < 2; round += 1) await fetch('')
    expect((await logged()).downloaded).toBe(2)
  })

  it('is in the log as opened where it is drawn on the page, and as downloaded no sooner than a copy is taken', async () => {
    const { signer, logged, fetch } = await sent('looks@law.example')
    expect((await signer.open()).http).toBe(200)
    const drawn = await fetch('?purpose=view')
    expect((await fetch('?purpose=view', { range: 'bytes=0-9' })).status).toBe(206)
    expect(await logged()).toEqual({ opened: 1, downloaded: 0 })
    const taken = await fetch('?purpose=download')
    expect(taken.bytes.equals(drawn.bytes)).toBe(true)
    expect(await logged()).toEqual({ opened: 1, downloaded: 1 })
    app.clock.advance(7_200_000)
    for (let round = 0; round < 2; round += 1) await fetch('?purpose=view')
    expect(await logged()).toEqual({ opened: 2, downloaded: 1 })
    expect((await fetch('?purpose=nothing')).status).toBe(400)
    expect(await logged()).toEqual({ opened: 2, downloaded: 1 })
  })

  it('is in the log as opened also for who never said that they opened it', async () => {
    const { logged, fetch } = await sent('quiet@law.example')
    expect((await fetch('?purpose=view')).status).toBe(200)
    expect(await logged()).toEqual({ opened: 1, downloaded: 0 })
  })
})
