import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Cluster, lackingCluster, startCluster } from '../../../tools/servers/cluster.mjs'
import { readOutbox } from '../../platform/mail/read-outbox.ts'
import { largePdf } from '../fixtures/large-pdf.ts'
import { makePdf } from '../fixtures/make-pdf.ts'
import { describeWith } from '../harness/needs.ts'
import { enterAsOperator, installation, readFirstRoom } from '../harness/server-process.ts'
import { appendTo, headUpload, newUpload, offsetOf } from '../harness/tus.ts'
import { makeFiller } from '../harness/upload-stream.ts'
import { WireClient } from '../harness/wire-client.ts'
import { bytesOf, order, settled } from '../scenarios/archives.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const PIECE_BYTES = 100_000
const PIN = /\b\d{3}-\d{2}-\d{11}\b/

describeWith('three servers behind a load balancer', lackingCluster, () => {
  let folder: string
  let cluster: Cluster
  let operator: WireClient

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'sealroom-nodes-'))
    cluster = await startCluster({ folder })
    operator = await enterAsOperator(cluster.url, readFirstRoom(nodeAt(0).dataDir))
    await operator.switches(false)
  })
  afterAll(async () => {
    await cluster?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  function nodeAt(index: number) {
    const node = cluster.nodes[index]
    if (!node) throw new Error(`there is no node ${index}`)
    return node
  }
  const on = (client: WireClient, index: number): WireClient =>
    Object.assign(new WireClient(nodeAt(index).url), {
      session: client.session,
      device: client.device,
    })

  async function mailedPin(email: string): Promise<string> {
    let pin: string | undefined
    await expect
      .poll(
        async () => {
          const mails = await Promise.all(
            cluster.nodes.map(({ dataDir }) =>
              readOutbox(path.join(dataDir, 'outbox'), { last: 20, to: email }),
            ),
          )
          pin = mails.flat().flatMap(({ text }) => PIN.exec(text) ?? [])[0]
          return pin
        },
        { timeout: 30_000 },
      )
      .toBeDefined()
    return pin ?? ''
  }

  async function participant(email: string): Promise<WireClient> {
    expect((await operator.invite([{ name: '이참여', email, download: true }])).json.status).toBe(
      'OK',
    )
    const client = new WireClient(cluster.url)
    await client.join(await mailedPin(email))
    await client.agree()
    return client
  }

  async function uploaded(name: string, content: Uint8Array<ArrayBuffer> = makePdf(2)) {
    expect((await operator.upload([[name, content]])).json.status).toBe('OK')
    const item = (await operator.items()).find((each) => each.name === name)
    if (!item) throw new Error(`${name} is not listed`)
    return item
  }

  it('share people, documents and pages: who enters on one reads on another', async () => {
    const { id, filename } = await uploaded('계약서.pdf')
    const reader = await participant('reader@example.com')
    for (let index = 0; index < 3; index += 1) {
      const lease = await on(reader, index).openDocument(id)
      const page = await on(reader, (index + 1) % 3).fetch('GET', `${lease.path}/pages/2?width=480`)
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      const file = await on(reader, index).fetch('GET', `/room/api/file/${filename}`)
      expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.from(makePdf(2)))).toBe(true)
    }
  })

  it('shut out at once whom one of them shuts out', async () => {
    const { id } = await uploaded('회수.pdf')
    const reader = await participant('revoked@example.com')
    const lease = await on(reader, 1).openDocument(id)
    const page = () => on(reader, 1).fetch('GET', `${lease.path}/pages/1?width=480`)
    expect((await page()).status).toBe(200)
    const member = (await operator.members()).find(({ email }) => email === 'revoked@example.com')
    expect((await on(operator, 2).setRight(member?.id ?? 0, 'access', false)).json.status).toBe(
      'OK',
    )
    await wait(1_000)
    expect((await page()).status).toBe(401)
    expect((await on(reader, 0).call('GET', `/room/api/file/prepareFile/${id}`)).http).toBe(401)
  })

  it('end within a second what runs on one of them when another takes the grant away', async () => {
    const { id, filename } = await uploaded('진행 중.pdf', new Uint8Array(largePdf(60_000_000)))
    const reader = await participant('running@example.com')
    const there = on(reader, 1)
    const asked = await there.call('POST', '/room/api/file/ticket', {
      body: { fileIds: [id], kind: 'download' },
    })
    const { url } = asked.json.payload as { url: string }
    const body = { fileIds: [id], id: reader.me.id, roomId: reader.me.roomId }
    const running = [
      await there.fetch('GET', `/room/api/file/${filename}`),
      await there.fetch('POST', '/room/api/file/zip', { body }),
      await fetch(`${nodeAt(1).url}/api${url}`),
    ].map((answer) => answer.body?.getReader())
    for (const each of running) expect((await each?.read())?.done).toBe(false)
    const other = on(operator, 2)
    const groups = (await other.call('GET', `/room/api/group/list/${reader.me.roomId}`)).json
      .payload as { id: number }[]
    const changes = [{ groupId: groups[0]?.id, itemId: id, level: 'none' }]
    expect(
      (await other.call('POST', '/room/api/grant', { body: { roomId: reader.me.roomId, changes } }))
        .http,
    ).toBe(200)
    await wait(1_000)
    for (const each of running)
      await expect(
        (async () => {
          while (!(await each?.read())?.done);
        })(),
      ).rejects.toThrow()
    expect((await there.call('GET', `/room/api/file/prepareFile/${id}`)).http).toBe(404)
  })

  it('go on with uploads and downloads that another began', async () => {
    const content = makeFiller('resumed', 3_000_000)
    const upload = await newUpload(on(operator, 0), { name: '이어서.pdf', size: content.length })
    for (const [index, [from, to]] of (
      [
        [0, 1_000_000],
        [1_000_000, 2_000_000],
        [2_000_000, content.length],
      ] as const
    ).entries()) {
      expect(await offsetOf(on(operator, index), upload)).toBe(from)
      expect(
        (await appendTo(on(operator, index), upload, from, content.subarray(from, to))).http,
      ).toBe(204)
    }
    const id = Number((await headUpload(on(operator, 1), upload)).headers.get('sealroom-item'))
    const asked = await on(operator, 1).call('POST', '/room/api/file/ticket', {
      body: { fileIds: [id], kind: 'download' },
    })
    const { url } = asked.json.payload as { url: string }
    const got = await fetch(`${nodeAt(2).url}/api${url}`)
    expect(Buffer.from(await got.arrayBuffer()).equals(content)).toBe(true)
    expect((await fetch(`${nodeAt(0).url}/api${url}`)).status).toBe(404)
  })

  it('are restarted one after the other while people read, and no request fails', async () => {
    const { id } = await uploaded('돌아가며.pdf')
    const { path: lease } = await operator.openDocument(id)
    let isOver = false
    let served = 0
    const failures: string[] = []
    const read = async (): Promise<void> => {
      for (let turn = 0; !isOver; turn += 1) {
        const asked =
          turn % 3 === 0 ? '/room/api/room/sessions' : `${lease}/pages/${1 + (turn % 2)}?width=480`
        const answer = await operator
          .fetch('GET', asked)
          .catch((error: unknown) => ({ status: String(error) }))
        if (answer.status === 200) served += 1
        else failures.push(`${asked}: ${answer.status}`)
        await wait(20)
      }
    }
    const readers = [read(), read(), read()]
    for (const node of cluster.nodes) {
      await node.stop()
      await node.start()
      await expect
        .poll(async () => (await fetch(`${node.url}/health/ready`)).status, { timeout: 30_000 })
        .toBe(200)
      // The balancer then uses the server again.
      await wait(1_500)
    }
    isOver = true
    await Promise.all(readers)
    expect(failures).toEqual([])
    expect(served).toBeGreaterThan(100)
  })

  async function uploadInPieces(name: string, content: Uint8Array): Promise<void> {
    const again = <T>(work: () => Promise<T>) => work().catch(() => undefined)
    let upload: string | undefined
    while (upload === undefined)
      upload = await again(() => newUpload(operator, { name, size: content.length }))
    for (let offset = 0; offset < content.length; ) {
      const piece = content.subarray(offset, offset + PIECE_BYTES)
      const answer = await again(() => appendTo(operator, upload ?? '', offset, piece))
      const came =
        answer?.http === 204
          ? offset + piece.length
          : await again(() => offsetOf(operator, upload ?? ''))
      if (came !== undefined && Number.isFinite(came)) offset = came
    }
  }

  it('are restarted one after the other while uploads and archives run, and all of them come to their end', async () => {
    await uploaded('묶음.pdf')
    const sent = new Map<string, Uint8Array>()
    const ordered: number[] = []
    let isOver = false
    const send = async (lane: number): Promise<void> => {
      for (let count = 0; !isOver; count += 1) {
        const name = `${lane}-${count}.pdf`
        const content = makeFiller(name, 400_000)
        await uploadInPieces(name, content)
        sent.set(name, content)
      }
    }
    const lanes = [send(1), send(2)]
    for (const node of cluster.nodes) {
      const { json } = await order(operator)
      ordered.push((json.payload as { id: number }).id)
      await node.stop()
      await node.start()
      await expect
        .poll(async () => (await fetch(`${node.url}/health/ready`)).status, { timeout: 30_000 })
        .toBe(200)
      await wait(1_500)
    }
    isOver = true
    await Promise.all(lanes)
    const items = new Map((await operator.items()).map((item) => [item.name, item]))
    for (const [name, content] of sent) {
      const file = await operator.fetch('GET', `/room/api/file/${items.get(name)?.filename}`)
      expect(Buffer.from(await file.arrayBuffer()).equals(content), name).toBe(true)
    }
    expect(sent.size).toBeGreaterThan(2)
    for (const id of ordered) {
      expect(await settled(operator, id)).toMatchObject({ state: 'READY' })
      expect((await bytesOf(operator, id)).length).toBeGreaterThan(1_000)
    }
  })

  it('say that they leave before they do, and serve until then', async () => {
    const node = nodeAt(1)
    node.signal('SIGTERM')
    await expect.poll(async () => (await fetch(`${node.url}/health/ready`)).status).toBe(503)
    expect((await on(operator, 1).list()).http).toBe(200)
    await node.ended()
    await node.start()
    expect((await on(operator, 1).list()).http).toBe(200)
  })

  it('refuse one whose keys are not those of the others, or whose documents would lie elsewhere', async () => {
    const strange = await installation({ ...cluster.env, KEY_DIR: path.join(folder, 'other-keys') })
    const apart = await installation({ ...cluster.env, STORAGE_URL: 'file:' })
    try {
      const refused = await strange.launch().ended()
      expect(refused).toMatchObject({ code: 1, stdout: '' })
      expect(refused.stderr).toContain('is not the one of this database')
      expect(refused.stderr).toContain('other-keys')
      expect(await apart.launch().ended()).toMatchObject({ code: 1, stdout: '' })
      expect((await on(operator, 0).list()).http).toBe(200)
    } finally {
      await strange.remove()
      await apart.remove()
    }
  })

  it('keep the documents in the bucket while servers with other disks run, and give them back to one that runs alone', async () => {
    const { filename } = await uploaded('버킷.pdf')
    const beside = await installation({ ...cluster.env, DATA_DIR: nodeAt(0).dataDir })
    const move = () => beside.room(['storage', 'move', '--to', 'file:', '--json'])
    const read = async (index: number) =>
      (await on(operator, index).fetch('GET', `/room/api/file/${filename}`)).status
    try {
      const refused = await move()
      expect(refused).toMatchObject({ code: 1, stdout: '' })
      expect(refused.stderr).toContain('another DATA_DIR')
      for (const { dataDir } of cluster.nodes)
        await rm(path.join(dataDir, 'cache'), { recursive: true, force: true })
      expect([await read(0), await read(1), await read(2)]).toEqual([200, 200, 200])

      await nodeAt(1).stop()
      await nodeAt(2).stop()
      expect(await move()).toMatchObject({ code: 0 })
      expect(await read(0)).toBe(200)
    } finally {
      await beside.remove()
    }
  })
})
