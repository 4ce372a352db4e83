import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makePdf } from '../fixtures/make-pdf.ts'
import { Chance, makeFiller } from '../harness/upload-stream.ts'
import type { WireClient } from '../harness/wire-client.ts'
import { sentFile } from './ledger.ts'
import { type FaultPlace, openPlace } from './place.ts'
import { type FaultRoom, furnish, WORKS } from './works.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const CLIENTS = 60
const SEED = 20_261_129

describe('requests', () => {
  const chance = new Chance(SEED)
  let place: FaultPlace
  let operator: WireClient
  let stage: FaultRoom

  beforeAll(async () => {
    place = await openPlace()
    const server = await place.start({ ROLES: 'web', LOG_LEVEL: 'silent' })
    await place.worker()
    operator = await place.enter(server.url)
    stage = await furnish(place, operator)
  })
  afterAll(() => place.close())

  for (const [work, prepare] of Object.entries(WORKS))
    it(`that come three times at once have their effect once: ${work}`, async () => {
      const attempt = await prepare(stage, `twice-${work.replaceAll(' ', '-')}`)
      const answers = await Promise.all(
        attempt.isOnce ? [attempt.send()] : [attempt.send(), attempt.send(), attempt.send()],
      )
      expect(answers.map(({ http }) => http).filter((http) => http >= 500)).toEqual([])
      expect(await attempt.isDone()).toBe(true)
      place.ledger.acknowledge(attempt.files ?? [])
      place.ledger.kept.push({ what: work, isSo: attempt.isDone })
    })

  async function abort(number: number): Promise<void> {
    const name = `aborted-${number}.pdf`
    const bytes = new Uint8Array(makeFiller(name, chance.size(5_000, 400_000)))
    const form = operator.uploadForm(0, 4)
    form.append('file', new Blob([bytes]), name)
    const request = new Request(`${operator.base}/api/room/api/file/upload`, {
      method: 'POST',
      body: form,
    })
    const body = Buffer.from(await request.arrayBuffer())
    const head = [
      'POST /api/room/api/file/upload HTTP/1.1',
      'host: 127.0.0.1',
      `authorization: Bearer ${operator.me.jwt}`,
      `content-type: ${request.headers.get('content-type')}`,
      `content-length: ${body.length}`,
    ]
    const isWhole = chance.next() < 0.3
    const sent = isWhole ? body.length : chance.whole(0, body.length - 1)
    const socket = connect(Number(new URL(operator.base).port), '127.0.0.1').on(
      'error',
      () => undefined,
    )
    await once(socket, 'connect')
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    const middle = chance.whole(0, sent)
    socket.write(body.subarray(0, middle))
    await wait(chance.whole(0, 300))
    socket.write(body.subarray(middle, sent))
    await wait(chance.whole(0, 60))
    if (chance.next() < 0.5) socket.resetAndDestroy()
    else socket.destroy()
    if (isWhole) place.ledger.uncertain.push([sentFile(name, bytes)])
  }

  it(`of which ${CLIENTS} clients send a part, or go before the answer, leave nothing by halves (seed ${SEED})`, async () => {
    const aborted = Promise.all(Array.from({ length: CLIENTS }, (_, number) => abort(number)))
    for (let number = 0; number < 10; number += 1) {
      const pdf = makePdf(1, `whole-${number}`)
      const answer = await operator.upload([[`whole-${number}.pdf`, pdf]])
      expect(answer.http).toBe(200)
      place.ledger.note([sentFile(`whole-${number}.pdf`, pdf)], answer)
    }
    await aborted
    await wait(2_000)
  })

  it('leave what was acknowledged, and nothing twice', async () => {
    expect(await place.violations(operator)).toEqual([])
  })
})
