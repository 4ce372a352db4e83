import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PROJECT_ROOT } from '../platform/config/project-root.ts'
import {
  enterAsOperator,
  hasCommand,
  type Installation,
  installation,
  type RunningServer,
  runProgram,
  until,
  untilReady,
} from '../test/harness/server-process.ts'
import { WireClient } from '../test/harness/wire-client.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const PIN = /\b\d{3}-\d{2}-\d{11}\b/

const hasScript = await hasCommand('script', '--version')

describe('the mails of a server without SMTP', () => {
  let home: Installation
  beforeAll(async () => {
    home = await installation({}, { isNew: true })
  })
  afterAll(() => home.remove())

  it('are listed as none before the first, without creating a database or a folder', async () => {
    const { code, stdout, stderr } = await home.room(['mail'])
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: `메일이 없습니다 · No e-mails in ${path.join(home.dataDir, 'outbox')}\n`,
      stderr: '',
    })
    expect(await home.room(['mail', '--json'])).toMatchObject({ code: 0, stdout: '[]\n' })
    expect([home.dataDir, `${home.dataDir}-keys`].filter(existsSync)).toEqual([])
  })

  it('are not here where they are sent', async () => {
    const refused = await home.room(['mail'], { SMTP_URL: 'smtp://user:hunter2@mail.example:587' })
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'SMTP_URL is set, so e-mails are sent and not kept here.\n',
    })
  })

  it('are asked for in one way', async () => {
    for (const args of [['--last', '0'], ['--last', 'all'], ['--to', 'nobody'], ['more']]) {
      expect(await home.room(['mail', ...args])).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('room -- mail'),
      })
    }
  })

  describe('on a terminal', () => {
    let server: RunningServer
    const url = () => `http://127.0.0.1:${home.port}`
    beforeAll(async () => {
      if (!hasScript) return
      const command = `exec '${process.execPath}' '${path.join(PROJECT_ROOT, '.build/server/main.js')}'`
      server = await untilReady(
        runProgram('script', ['-qec', command, '/dev/null'], home.env, 'pipe'),
      )
      const room = await home.createRoom('메일 룸')
      const operator = await enterAsOperator(url(), room)
      const invited = await operator.invite([
        { name: '김하나', email: 'hana@example.com' },
        { name: '이두리', email: 'duri@example.com' },
      ])
      expect(invited.json.status).toBe('OK')
      await until(() => (server.stdout().match(/^mail to /gm) ?? []).length === 3, 'the mails')
    })
    afterAll(async () => {
      if (!hasScript) return
      server.child.stdin?.write('\x03')
      await server.ended()
    })

    it.runIf(hasScript)(
      'are announced as they come, without their PINs, after a word on how to read them',
      () => {
        const lines = server.stdout().split(/\r?\n/)
        expect(lines[0]).toMatch(/Prepared the database \(\d+ steps\)$/)
        expect(lines[1]).toMatch(
          /^mail: no SMTP_URL is set, mails are files in .*outbox; .*npm run room -- mail$/,
        )
        const announced = lines.filter(
          (line) => line.startsWith('mail to ') && !line.includes('비밀유지 동의 사본'),
        )
        expect(
          announced
            .map(
              (line) =>
                /^mail to (\S+): \[메일 룸\] 데이터룸 PIN 안내 \(.*\.eml\)$/.exec(line)?.[1],
            )
            .sort(),
        ).toEqual(['duri@example.com', 'hana@example.com'])
        expect(announced.join()).not.toMatch(PIN)
      },
    )

    it.runIf(hasScript)(
      'are printed while the server runs, and the PIN in them lets its owner in',
      async () => {
        const { code, stdout } = await home.room(['mail', '--to', 'DURI@example.com'])
        expect(code).toBe(0)
        expect(stdout).toContain('이두리 님')
        expect(stdout).not.toContain('hana@example.com')
        const client = new WireClient(url())
        expect((await client.join(PIN.exec(stdout)?.[0] ?? '')).json.status).toBe('OK')
        expect(client.me.name).toBe('이두리')
      },
    )

    it.runIf(hasScript)('are printed up to a number, the newest at the end', async () => {
      const all = (await home.room(['mail'])).stdout
      const last = (await home.room(['mail', '--last', '1'])).stdout
      expect([all, last].map((text) => text.match(/받는 사람 · To/g)?.length)).toEqual([3, 1])
      expect(all.endsWith(last)).toBe(true)
    })
  })
})
