import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PROJECT_ROOT } from '../platform/config/project-root.ts'
import { makePdf } from '../test/fixtures/make-pdf.ts'
import { type Installation, installation, runProgram } from '../test/harness/server-process.ts'
import { WireClient } from '../test/harness/wire-client.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const VERIFY = path.join(PROJECT_ROOT, '.build/server/cli/verify-export.js')

describe('npm run room -- verify', () => {
  let home: Installation
  beforeAll(async () => {
    home = await installation()
  })
  afterAll(() => home.remove())

  it('checks the log of a room while the server runs, against a kept checkpoint, and reports what is wrong', async () => {
    const server = await home.start()
    const { url } = server
    const made = await home.room([
      'create',
      '--name',
      '확인',
      '--operator-name',
      '김운영',
      '--operator-email',
      'op@example.com',
      '--json',
    ])
    const { roomId, pin, code } = JSON.parse(made.stdout) as {
      roomId: number
      pin: string
      code: string
    }
    const operator = new WireClient(url)
    await operator.join(pin)
    await operator.agree()
    const noteOf = async () => {
      const { json } = await operator.call('GET', `/room/api/room/checkpoint/${roomId}`)
      return (json.payload as { note?: string }).note ?? ''
    }
    await expect.poll(async () => (await noteOf()).split('\n')[1], { timeout: 60_000 }).toBe('3')
    const kept = path.join(home.dataDir, '..', 'kept.txt')
    await writeFile(kept, await noteOf())

    const intact = await home.room(['verify', '--room', String(roomId), '--checkpoint', kept])
    expect(intact).toMatchObject({ code: 0, stderr: '' })
    expect(intact.stdout).toContain('모든 기록이 서명된 그대로입니다\n기록 3건이 빠짐없이 있고')
    expect(intact.stdout).toContain('Every entry is as signed\nAll 3 entries are present')
    expect(intact.stdout).toMatch(/Checkpoint \(3 entries, .*\): It matches this file/)

    await writeFile(kept, (await noteOf()).replace('\n3\n', '\n2\n'))
    const other = await home.room(['verify', '--room', String(roomId), '--checkpoint', kept])
    expect(other).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('It does not match the checkpoint you kept'),
    })
    const reported = JSON.parse(
      (await home.room(['verify', '--room', String(roomId), '--checkpoint', kept, '--json']))
        .stderr,
    )
    expect(reported).toMatchObject({
      fault: 'OTHER_HISTORY',
      checked: 3,
      notes: [{ state: 'other-key' }],
    })
    await writeFile(kept, await noteOf())
    const exported = path.join(home.dataDir, '..', 'export.json')
    const answer = await operator.fetch('POST', '/room/api/room/myActivity/export', {
      body: { format: 'json' },
    })
    const text = await answer.text()
    const check = (...args: string[]) =>
      runProgram(process.execPath, [VERIFY, ...args], {
        PATH: process.env['PATH'] ?? '',
        TZ: 'Asia/Seoul',
      }).ended()
    await writeFile(exported, text)
    const part = await check(exported, '--checkpoint', kept)
    expect(part).toMatchObject({ code: 3, stderr: '' })
    expect(part.stdout).toMatch(/전체가 아닌 일부 기록입니다\n.*\(사용자 번호 \d+\)/)
    expect(part.stdout).toContain('This file alone is not enough to check it.')
    expect((await check(exported, '--part', '--checkpoint', kept)).code).toBe(0)
    const { publicKey } = JSON.parse(text) as { publicKey: string }
    expect((await check(exported, '--part', '--key', publicKey)).code).toBe(0)
    expect(await check(exported, '--key', Buffer.alloc(32).toString('base64'))).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('다른 키로'),
    })
    await writeFile(exported, text.replace('"name":"김운영"', '"name":"다른 사람"'))
    const bad = await check(exported, '--part')
    expect(bad).toMatchObject({ code: 1, stderr: '' })
    expect(bad.stdout).toMatch(/바뀐 기록이 있습니다[\s\S]*순번 \d+ · .* · 다른 사람, /)
    expect(JSON.parse((await check(exported, '--json')).stdout)).toMatchObject({
      fault: 'BAD_ENTRY',
      at: { seq: expect.any(Number) },
    })
    await writeFile(exported, text.replace(/"userId":\d+/, '"userId":999'))
    expect(JSON.parse((await check(exported, '--part', '--json')).stdout)).toMatchObject({
      fault: 'OUTSIDE_FILTER',
    })

    // An intact log fails against a later checkpoint, because the log was rolled back.
    const history = async () =>
      (
        await operator.fetch('POST', `/room/api/room/roomActivity/export/${roomId}`, {
          body: { format: 'json' },
        })
      ).text()
    await operator.elevate(code)
    const older = await history()
    await writeFile(exported, older)
    expect(await check(exported, '--checkpoint', kept)).toMatchObject({ code: 0, stderr: '' })
    await history()
    await writeFile(kept, await noteOf())
    const behind = await check(exported, '--checkpoint', kept)
    expect(behind).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('보관한 확인점에 기록이 더 많습니다'),
    })
    expect(behind.stdout).not.toContain('모든 기록이 서명된 그대로입니다')
    await writeFile(exported, older.replace(/"exportedAt":"\d{4}/, '"exportedAt":"2999'))
    expect(
      JSON.parse((await check(exported, '--part', '--checkpoint', kept, '--json')).stdout),
    ).toMatchObject({
      fault: 'OTHER_HISTORY',
      notes: [{ state: 'cut-off' }],
    })
    await writeFile(exported, text.slice(0, -5))
    expect(await check(exported)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('is truncated'),
    })
    for (const args of [
      [],
      [kept],
      ['/nowhere'],
      [exported, '--key', 'x'],
      [exported, '--checkpoint', exported.replace('.json', '')],
    ])
      expect((await check(...args)).code).toBe(2)

    const pdf = path.join(home.dataDir, '..', '계약서 (서명 완료).pdf')
    await writeFile(pdf, makePdf(1))
    const elsewhere = await check(pdf)
    expect(elsewhere).toMatchObject({ code: 2, stdout: '' })
    expect(elsewhere.stderr).toContain('PDF는 서버의 /verify 페이지에서 검증합니다')
    expect(elsewhere.stderr).toContain('PDFs are verified on the server’s /verify page')

    expect(await home.room(['verify', '--room', '999'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no room 999'),
    })
    expect(await home.room(['verify'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--room'),
    })
    expect(
      await home.room(['verify', '--room', String(roomId), '--checkpoint', '/nowhere']),
    ).toMatchObject({ code: 1 })

    // The server signs nothing with a recreated key.
    server.signal('SIGTERM')
    await server.ended()
    await rm(path.join(`${home.dataDir}-keys`, 'checkpoint.key'))
    const again = await home.start()
    expect(again.stdout()).toContain('put checkpoint.key of the key folder back from its backup')
    expect(again.stderr()).toContain('signed with another key')
    const strange = await home.room(['verify', '--room', String(roomId)])
    expect(strange).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('checkpoint.key is not the key that signed this log'),
    })
  })
})
