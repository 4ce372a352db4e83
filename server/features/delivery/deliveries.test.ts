import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { largePdf } from '../../test/fixtures/costly-pdfs.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import { onlySlow } from '../../test/harness/tier.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import { deliveryMs } from './deliveries.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('marked copies on their way', () => {
  onlySlow(() => {
    it('are no more than four of a member, however slowly they are read; others have theirs', {
      timeout: 180_000,
    }, async () => {
      const room = await app.room()
      const itemId = await room.operator.put('큰 것.pdf', largePdf())
      const { filename } = (await room.operator.items()).find(({ id }) => id === itemId) ?? {}
      const [slow, other] = [await app.participant(room), await app.participant(room)]
      for (const { memberId } of [slow, other])
        await room.operator.setRight(memberId, 'download', true)
      const begin = (client: WireClient) => client.fetch('GET', `/room/api/file/${filename}`)
      const held: Response[] = []
      for (let count = 0; count < 4; count += 1) held.push(await begin(slow.client))
      expect(held.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const logged = async () =>
        (await app.logged(room.roomId)).filter((kind) => kind === 'document.downloaded').length
      expect(await logged()).toBe(4)
      const marked = { fileId: itemId }
      for (const fifth of [
        await begin(slow.client),
        await slow.client.fetch('POST', '/room/api/file/watermarked/download', { body: marked }),
        await slow.client.fetch('POST', '/room/api/file/zip', {
          body: { fileIds: [itemId], id: slow.client.me.id, roomId: slow.client.me.roomId },
        }),
      ]) {
        expect({ status: fifth.status, retry: fifth.headers.get('retry-after') }).toEqual({
          status: 503,
          retry: '5',
        })
        expect(JSON.parse(await fifth.text()).code).toBe('BUSY')
      }
      expect(await logged()).toBe(4)
      const asked = await slow.client.call('POST', '/room/api/file/ticket', {
        body: { fileIds: [itemId], kind: 'download' },
      })
      const visit = () => fetch(`${app.base}/api${(asked.json.payload as { url: string }).url}`)
      expect((await visit()).status).toBe(503)
      const whole = await begin(other.client)
      expect((await whole.arrayBuffer()).byteLength).toBe(
        Number(whole.headers.get('content-length')),
      )
      await held[0]?.body?.cancel()
      await eventually(async () => {
        const next = await visit()
        await next.body?.cancel()
        expect(next.status).toBe(200)
      })
      expect((await visit()).status).toBe(404)
      for (const { body } of held.slice(1)) await body?.cancel()
    })
  })

  it.each([
    [0, 300_000],
    [32 * 1024, 301_000],
    [320 * 2 ** 20, 300_000 + 10_240_000],
  ])('of %i bytes may take %i milliseconds', (bytes, ms) => {
    expect(deliveryMs(bytes)).toBe(ms)
  })
})
