import { once } from 'node:events'
import fs from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BASE_PATH } from '../../../../contract/core/base-path.ts'
import { largePdf } from '../../../test/fixtures/large-pdf.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { CLOSING, MULTIPART, multipartBody, partHead } from '../../../test/harness/multipart.ts'
import { connect, type RawAnswer, readAnswer } from '../../../test/harness/raw-http.ts'
import { openSessionParts } from '../../../test/harness/session-parts.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { inTier, onlySlow } from '../../../test/harness/tier.ts'
import { WireClient } from '../../../test/harness/wire-client.ts'

const TRIES = inTier({ quick: 40, slow: 200 })

const OPERATOR = 4
const PARTICIPANT = 5

function at(base: string, client: WireClient): WireClient {
  const other = new WireClient(base)
  other.session = client.session
  return other
}

async function beginUpload(
  client: WireClient,
): Promise<{ finish(): Promise<RawAnswer>; answer: Promise<RawAnswer> }> {
  const fields = Object.entries({
    id: client.me.id,
    parent: 0,
    roomId: client.me.roomId,
    typeId: 4,
  })
  const pdf = Buffer.from(makePdf(2))
  const before = Buffer.concat([
    multipartBody(
      fields.map(([name, value]) => ({ name, content: String(value) })),
      '',
    ),
    Buffer.from(partHead({ name: 'file', filename: '느린.pdf' })),
    pdf.subarray(0, 400),
  ])
  const rest = Buffer.concat([pdf.subarray(400), Buffer.from(`\r\n${CLOSING}`)])
  const socket = await connect(client.base)
  const answer = readAnswer(socket).finally(() => socket.destroy())
  socket.write(
    [
      `POST ${BASE_PATH}/room/api/file/upload HTTP/1.1`,
      `host: ${new URL(client.base).host}`,
      `authorization: Bearer ${client.me.jwt}`,
      `content-type: ${MULTIPART}`,
      `content-length: ${before.length + rest.length}`,
      '\r\n',
    ].join('\r\n'),
  )
  socket.write(before)
  return {
    answer,
    finish: () => {
      socket.write(rest)
      return answer
    },
  }
}

describe('taking a right away', () => {
  let app: TestApp
  let room: TestRoom
  let nodes: readonly [string, string]
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
    nodes = [app.base, await app.node()]
  })
  afterAll(() => app.close())

  const elevatedOperator = async (
    of = room,
  ): Promise<{ client: WireClient; memberId: number; pin: string }> => {
    const person = await app.participant(of)
    await of.operator.setRole(person.memberId, OPERATOR)
    await person.client.elevate(await app.codeMailedTo(person.email))
    return person
  }
  const filesOnDisk = async (): Promise<string[]> => {
    const names = await fs.readdir(app.dataDir, { recursive: true, withFileTypes: true })
    return names
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.eml'))
      .map((entry) => entry.name)
  }

  it('works on the next call, on every node', async () => {
    await room.operator.switches(false)
    await room.operator.upload([['문서.pdf', makePdf(1)]])
    const filename = (await room.operator.items())[0]?.filename
    for (const base of nodes) {
      const reader = await app.participant(room)
      const read = at(base, reader.client)
      await room.operator.setRight(reader.memberId, 'download', true)
      expect((await read.fetch('GET', `/room/api/file/${filename}`)).status).toBe(200)
      await room.operator.setRight(reader.memberId, 'download', false)
      expect(await read.call('GET', `/room/api/file/${filename}`)).toMatchObject({
        http: 403,
        json: { code: 'DOWNLOAD_DENIED' },
      })
      await room.operator.setRight(reader.memberId, 'access', false)
      expect(await read.list()).toMatchObject({ http: 401, json: { code: 'ACCESS_BLOCKED' } })
      await room.operator.setRight(reader.memberId, 'access', true)
      expect(await read.list()).toMatchObject({ http: 401, json: { code: 'ACCESS_BLOCKED' } })
      expect((await app.stranger().join(reader.pin)).json.status).toBe('OK')
      await room.operator.remove(reader.memberId)
      expect((await read.list()).http).toBe(401)

      const operator = await elevatedOperator()
      await room.operator.setRole(operator.memberId, PARTICIPANT)
      expect(await at(base, operator.client).makeFolder('가')).toMatchObject({
        http: 403,
        json: { code: 'NOT_OPERATOR' },
      })
    }
  })

  it.each([
    ['unmade', 403, (memberId: number) => room.operator.setRole(memberId, PARTICIPANT)],
    ['blocked', 401, (memberId: number) => room.operator.setRight(memberId, 'access', false)],
    ['removed', 401, (memberId: number) => room.operator.remove(memberId)],
  ])(
    'stops an upload of an operator who is %s meanwhile, and leaves nothing of it',
    async (_, status, revoke) => {
      for (const base of nodes) {
        const operator = await elevatedOperator()
        const items = (await room.operator.items()).length
        const files = await filesOnDisk()
        const upload = await beginUpload(at(base, operator.client))
        expect((await revoke(operator.memberId)).json.status).toBe('OK')
        expect((await upload.finish()).status).toBe(status)
        expect(await room.operator.items()).toHaveLength(items)
        await expect.poll(filesOnDisk).toEqual(files)
      }
      expect(await app.logged(room.roomId)).not.toContain('느린.pdf')
    },
  )

  it('lets an upload end well when something else changed', async () => {
    const operator = await elevatedOperator()
    const upload = await beginUpload(operator.client)
    await room.operator.setRight(operator.memberId, 'print', true)
    expect((await upload.finish()).status).toBe(200)
  })

  it(`is not outrun: no call that begins after the answer gets through, in ${TRIES} tries on two nodes`, async () => {
    await room.operator.switches(false)
    const { client, memberId } = await app.participant(room)
    const filename = (await room.operator.items())[0]?.filename
    const readers = nodes.map((base) => at(base, client))
    for (let round = 0; round < TRIES; round += 1) {
      const reader = readers[round % 2] ?? client
      const download = async (): Promise<number> => {
        const response = await reader.fetch('GET', `/room/api/file/${filename}`)
        await response.arrayBuffer().catch(() => undefined)
        return response.status
      }
      await room.operator.setRight(memberId, 'download', true)
      const early = download().catch(() => undefined)
      await room.operator.setRight(memberId, 'download', false)
      const late = await download()
      expect({ round, late }).toEqual({ round, late: 403 })
      await early
    }
  })

  it('refuses an invitation that began before and would be done after it', async () => {
    for (let round = 0; round < 6; round += 1) {
      const operator = await elevatedOperator()
      const people = Array.from({ length: 8 }, (_, index) => ({
        name: '새 사람',
        email: `late${round}-${index}@example.com`,
      }))
      const [invited] = await Promise.all([
        operator.client.invite(people),
        room.operator.setRole(operator.memberId, PARTICIPANT),
      ])
      const { rows } = await app.database.pool.query('select 1 from members where email like $1', [
        `late${round}-%`,
      ])
      expect([
        { http: 200, invited: 8 },
        { http: 403, invited: 0 },
      ]).toContainEqual({ http: invited.http, invited: rows.length })
      const changes = (await app.logged(room.roomId)).filter(
        (kind) => kind === 'member.invited' || kind === 'member.role',
      )
      expect(changes.at(-1)).toBe('member.role')
    }
  })

  onlySlow(() => {
    it('never ends in a deadlock, with any concurrent operation in the room', async () => {
      const busy = await app.room()
      const [first, second] = [await elevatedOperator(busy), await elevatedOperator(busy)]
      const person = await app.participant(busy)
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, round) => [
          first.client.makeFolder(`가${round}`),
          second.client.upload([[`${round}.pdf`, makePdf(1)]]),
          first.client.invite([{ name: '사람', email: `crowd${round}@example.com` }]),
          second.client.inviteAgain(person.memberId),
          busy.operator.setRight(first.memberId, 'print', round % 2 === 0),
          busy.operator.setRight(person.memberId, 'access', round % 2 === 0),
          busy.operator.switches(round % 2 === 0),
          first.client.setRight(second.memberId, 'download', round % 2 === 0),
          app.stranger().join(first.pin),
        ]).flat(),
      )
      for (let round = 0; round < 5; round += 1) {
        const { client, memberId } = await elevatedOperator(busy)
        const folders = Array.from({ length: 10 }, (_, index) =>
          client.makeFolder(`${round}-${index}`),
        )
        answers.push(
          await busy.operator.setRight(memberId, 'access', false),
          ...(await Promise.all(folders)),
        )
      }
      expect(answers.filter(({ http }) => http >= 500).map(({ text }) => text)).toEqual([])
      expect(app.log.text()).not.toContain('deadlock')
    })
  })

  it('cuts a download that runs', async () => {
    await room.operator.switches(false)
    const { client, memberId } = await app.participant(room)
    await room.operator.setRight(memberId, 'download', true)
    const large = largePdf(40_000_000)
    const uploaded = (await room.operator.upload([['큰.pdf', large]])).json.payload as {
      id: number
    }[]
    const filename = (await room.operator.items()).find(
      (item) => item.id === uploaded[0]?.id,
    )?.filename
    for (const base of nodes) {
      await room.operator.setRight(memberId, 'download', true)
      const socket = await connect(base)
      socket.write(
        `GET ${BASE_PATH}/room/api/file/${filename} HTTP/1.1\r\nhost: ${new URL(base).host}\r\nauthorization: Bearer ${client.me.jwt}\r\n\r\n`,
      )
      await once(socket, 'readable')
      await room.operator.setRight(memberId, 'download', false)
      let received = 0
      socket.on('data', (chunk: Buffer) => {
        received += chunk.length
      })
      await once(socket, 'close')
      expect(received).toBeGreaterThan(0)
      expect(received).toBeLessThan(large.length)
    }
  })
})

describe('a guard that watches', () => {
  it('releases its subscription when the answer is out or the client went away', async () => {
    const app = await startTestApp()
    const opened = await openSessionParts(app)
    try {
      const room = await app.room()
      const actor = await opened.guard.admit(
        { headers: { authorization: `Bearer ${room.operator.me.jwt}` }, ip: '127.0.0.1' } as never,
        {
          permission: 'documents.write',
        },
      )
      const watched = opened.guard.watch(actor, 'documents.write')
      expect(opened.counted.subscribers).toBe(1)
      watched.release()
      expect(opened.counted.subscribers).toBe(0)
      expect(watched.signal.aborted).toBe(false)
    } finally {
      await opened.close()
      await app.close()
    }
  })

  it('lets no copy go on that holds text once copies are to be page images', async () => {
    const app = await startTestApp()
    const opened = await openSessionParts(app)
    try {
      const room = await app.room()
      const request = {
        headers: { authorization: `Bearer ${room.operator.me.jwt}` },
        ip: '127.0.0.1',
      } as never
      const permissions = ['documents.download', 'documents.print', 'documents.view'] as const
      const [download, print, view] = await Promise.all(
        permissions.map(async (permission) =>
          opened.guard.watch(await opened.guard.admit(request, { permission }), permission),
        ),
      )
      await room.operator.call('PUT', '/room/api/room/update/viewing', {
        body: { id: room.roomId, imageCopies: true },
      })
      for (const watched of [download, print]) {
        await expect.poll(() => watched?.signal.aborted).toBe(true)
        expect(watched?.signal.reason).toMatchObject({ code: 'BUSY' })
      }
      expect(view?.signal.aborted).toBe(false)
      for (const watched of [download, print, view]) watched?.release()
    } finally {
      await opened.close()
      await app.close()
    }
  })

  it('hears also of what was taken away between admitting and watching', async () => {
    const app = await startTestApp()
    const opened = await openSessionParts(app)
    try {
      const room = await app.room()
      const { client, memberId } = await app.participant(room)
      const request = {
        headers: { authorization: `Bearer ${client.me.jwt}` },
        ip: '127.0.0.1',
      } as never
      const actor = await opened.guard.admit(request, { permission: 'documents.read' })
      await room.operator.setRight(memberId, 'access', false)
      const watched = opened.guard.watch(actor, 'documents.read')
      await expect.poll(() => watched.signal.aborted).toBe(true)
      expect(watched.signal.reason).toMatchObject({ code: 'ACCESS_BLOCKED' })
      watched.release()
    } finally {
      await opened.close()
      await app.close()
    }
  })
})
