import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { lackingSwift, type Swift, startSwift } from '../../../tools/servers/swift.mjs'
import { makePdf } from '../fixtures/make-pdf.ts'
import { describeWith } from '../harness/needs.ts'
import { type Environment, enterAsOperator, installation } from '../harness/server-process.ts'

vi.setConfig({ testTimeout: 400_000, hookTimeout: 200_000 })

describeWith('a backup of documents in an object storage', lackingSwift, () => {
  let swift: Swift
  beforeAll(async () => {
    swift = await startSwift()
  })
  afterAll(() => swift.stop())

  it('comes back into another bucket, and not into one that holds documents', async () => {
    const settings = async (): Promise<Environment> => ({
      STORAGE_URL: `s3://${await swift.createBucket()}/rooms`,
      S3_ENDPOINT: swift.endpoint,
      S3_ACCESS_KEY_ID: swift.accessKeyId,
      S3_SECRET_ACCESS_KEY: swift.secretAccessKey,
    })
    const folder = await mkdtemp(path.join(os.tmpdir(), 'sealroom-backup-'))
    const from = await settings()
    const [home, target] = [
      await installation(from),
      await installation(await settings(), { isNew: true }),
    ]
    try {
      const server = await home.start()
      const room = await home.createRoom()
      const operator = await enterAsOperator(server.url, room)
      await operator.switches(false)
      await operator.put('a.pdf', makePdf(2))
      const made = JSON.parse(
        (
          await home.room([
            'backup',
            '--out',
            path.join(folder, 'out'),
            '--keys',
            path.join(folder, 'keys'),
            '--json',
          ])
        ).stdout,
      )
      const args = ['restore', '--from', made.place, '--keys', made.keysPlace]
      const refused = await target.room(args, { STORAGE_URL: from['STORAGE_URL'] ?? '' })
      expect(refused).toMatchObject({ code: 1 })
      expect(refused.stderr).toContain('documents lie below this prefix already')
      expect(await target.room(args)).toMatchObject({ code: 0, stderr: '' })
      const again = await target.start()
      const back = await enterAsOperator(again.url, room)
      expect(await back.items()).toHaveLength(1)
      expect(JSON.parse((await target.room(['check', '--json'])).stdout)).toContainEqual(
        expect.objectContaining({ files: 1, opened: 1 }),
      )
    } finally {
      for (const each of [home, target]) await each.remove()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
