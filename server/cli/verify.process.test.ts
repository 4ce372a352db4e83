import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Installation, installation } from '../test/server-process.ts'
import { WireClient } from '../test/wire-client.ts'

// Whole programs start and stop here, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

describe('npm run room -- verify', () => {
  let home: Installation
  beforeAll(async () => {
    home = await installation()
  })
  afterAll(() => home.remove())

  it('checks the log of a room beside the running server, against a checkpoint that was kept, and says what is wrong', async () => {
    const { url } = await home.start()
    const made = await home.room(['create', '--name', '확인', '--operator-name', '김운영', '--operator-email', 'op@example.com', '--json'])
    const { roomId, pin } = JSON.parse(made.stdout) as { roomId: number; pin: string }
    const operator = new WireClient(url)
    await operator.join(pin)
    await operator.agree()
    const noteOf = async () => {
      const { json } = await operator.call('GET', `/room/api/room/checkpoint/${roomId}`)
      return (json.payload as { note?: string }).note ?? ''
    }
    // The running server gives entries their places by itself.
    await expect.poll(async () => (await noteOf()).split('\n')[1], { timeout: 60_000 }).toBe('3')
    const kept = path.join(home.dataDir, '..', 'kept.txt')
    await writeFile(kept, await noteOf())

    const intact = await home.room(['verify', '--room', String(roomId), '--checkpoint', kept])
    expect(intact).toMatchObject({ code: 0, stderr: '' })
    expect(intact.stdout).toMatch(/^3 entries are as they were signed at .*; the checkpoint of before holds\n$/)

    await writeFile(kept, (await noteOf()).replace('\n3\n', '\n2\n'))
    const other = await home.room(['verify', '--room', String(roomId), '--checkpoint', kept])
    expect(other).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('OTHER_HISTORY') })
    expect(await home.room(['verify', '--room', '999'])).toMatchObject({ code: 1, stderr: expect.stringContaining('no room 999') })
    expect(await home.room(['verify'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--room') })
    expect(await home.room(['verify', '--room', String(roomId), '--checkpoint', '/nowhere'])).toMatchObject({ code: 1 })
  })
})
