import fs from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeHwp } from '../../test/fixtures/make-hwp.ts'
import { memoryLog } from '../../test/fixtures/memory-log.ts'
import { officePaths } from '../../test/servers/office-programs.ts'
import { ConvertError } from './convert-error.ts'
import { createHwpConverter, type HwpConverter } from './hwp-converter.ts'
import { HWP_PROGRAM, type HwpCommand, hwpCommands } from './hwp-sandbox.ts'
import { findBubblewrap, USUAL_FOLDERS } from './office-programs.ts'
import { runFilter } from './run-filter.ts'

const bwrap = findBubblewrap(officePaths(), USUAL_FOLDERS)
const never = new AbortController().signal
const converterWith = (paths: { readonly bwrap: string | undefined }) =>
  createHwpConverter(paths, memoryLog())
const strongest = await converterWith({ bwrap }).guard()
const withoutBubblewrap = await converterWith({ bwrap: '/nowhere/bwrap' }).guard()

const SCRIPT = `
const fs = require('node:fs'), net = require('node:net'), { spawnSync } = require('node:child_process')
const can = (work) => { try { return work() } catch (error) { return false } }
const [, secret, port, pid] = process.argv
const said = {
  secret: can(() => fs.readFileSync(secret, 'utf8').length > 0),
  passwords: can(() => fs.readFileSync('/etc/passwd').length > 0),
  server: can(() => fs.readFileSync('/proc/' + pid + '/cmdline').length > 0 && process.pid !== Number(pid)),
  writes: ['/tmp', '/dev/shm', '/', '/var/tmp'].filter((folder) => can(() => (fs.writeFileSync(folder + '/sealroom-sandbox-x', 'x'), true))),
  child: can(() => spawnSync('/bin/sh', ['-c', 'exit 0']).status === 0),
  environment: Object.keys(process.env).filter((name) => !['PATH', 'PWD', 'DISABLE_SYSTEM_FONTS_LOAD'].includes(name)),
}
const socket = net.connect(Number(port), '127.0.0.1')
const end = (network) => { process.stdout.write(JSON.stringify({ ...said, network })); process.exit(0) }
socket.once('connect', () => end(true)).once('error', () => end(false))
`

const isOfPermissions = (word: string): boolean =>
  /^--(experimental-)?permission$|^--allow-/.test(word)

async function reached(
  { words, environment }: HwpCommand,
  { byNode }: { readonly byNode: boolean },
): Promise<Record<string, unknown>> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealroom-hwp-'))
  fs.chmodSync(folder, 0o755)
  const secret = path.join(folder, 'secret')
  fs.writeFileSync(secret, 'secret', { mode: 0o644 })
  const server = net.createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    fs.rmSync(folder, { recursive: true })
  })
  const kept = words.filter((word) => byNode || !isOfPermissions(word))
  expect(kept.pop()).toBe(HWP_PROGRAM)
  const port = String((server.address() as AddressInfo).port)
  const filter = {
    words: [...kept, '-e', SCRIPT, '--', secret, port, String(process.pid)],
    environment,
    deadlineMs: 60_000,
    outputBytes: 10_000,
  }
  const pieces: Buffer[] = []
  for await (const piece of runFilter(filter, Readable.from([]), () => undefined, never))
    pieces.push(piece)
  return JSON.parse(Buffer.concat(pieces).toString())
}

async function startOfPdf(converter: HwpConverter): Promise<string> {
  const pieces: Buffer[] = []
  const input = Readable.from([Buffer.from(makeHwp('비밀유지 계약서'))])
  for await (const piece of converter.convert(input, 60_000, never)) pieces.push(piece)
  return Buffer.concat(pieces).subarray(0, 5).toString()
}

const firstOf = (guard: string): HwpCommand => {
  const found = hwpCommands(bwrap).find((command) => command.guard === guard)
  if (!found) throw new Error(`no command has the guard ${guard}`)
  return found
}

describe('the program for Hangul documents', () => {
  it.skipIf(strongest !== 'sandbox')(
    'in its sandbox reaches no file, no network, no process, without what Node forbids it',
    async () => {
      const all = {
        secret: false,
        passwords: false,
        server: false,
        writes: [],
        child: false,
        environment: [],
        network: false,
      }
      expect(await reached(firstOf('sandbox'), { byNode: false })).toEqual(all)
    },
  )

  it.skipIf(withoutBubblewrap !== 'namespaces')(
    'without bubblewrap has no network and writes nothing, and Node keeps files from it',
    async () => {
      const command = firstOf('namespaces')
      expect(await reached(command, { byNode: false })).toMatchObject({
        network: false,
        writes: [],
        environment: [],
      })
      const all = {
        secret: false,
        passwords: false,
        server: false,
        writes: [],
        child: false,
        environment: [],
        network: false,
      }
      expect(await reached(command, { byNode: true })).toEqual(all)
    },
  )

  it('where there are no namespaces either, reads, writes and starts nothing by Node', async () => {
    const all = {
      secret: false,
      passwords: false,
      server: false,
      writes: [],
      child: false,
      environment: [],
    }
    expect(await reached(firstOf('node'), { byNode: true })).toMatchObject(all)
  })

  it('that takes memory without end is ended at 2 GiB', async () => {
    const { words, environment } = firstOf('node')
    const script =
      'const all = []; for (;;) { all.push(Buffer.alloc(64 * 2 ** 20, 1)); require("node:fs").writeSync(1, ".") }'
    const filter = {
      words: [...words.slice(0, -1), '-e', script],
      environment,
      deadlineMs: 60_000,
      outputBytes: 10_000,
    }
    let pieces = ''
    const failed = runFilter(
      filter,
      Readable.from([]),
      ({ code }) => (code === 0 ? undefined : new ConvertError('CRASHED')),
      never,
    )
    const read = async (): Promise<void> => {
      for await (const piece of failed) pieces += piece
    }
    await expect(read()).rejects.toThrow('CRASHED')
    expect(pieces.length).toBeGreaterThan(8)
    expect(pieces.length).toBeLessThan(32)
  })

  it('is kept in by what works, which is no bubblewrap that does nothing, and makes PDFs in it', async () => {
    expect(await converterWith({ bwrap: '/bin/true' }).guard()).toBe(withoutBubblewrap)
    for (const paths of [{ bwrap }, { bwrap: '/nowhere/bwrap' }])
      expect(await startOfPdf(converterWith(paths))).toBe('%PDF-')
  })

  it('compiles its engine once, which the server that starts it does not', async () => {
    const { words, environment } = firstOf('node')
    const filter = {
      words: [...words.slice(0, -1), '-p', 'process.execArgv'],
      environment,
      deadlineMs: 60_000,
      outputBytes: 10_000,
    }
    const pieces: Buffer[] = []
    for await (const piece of runFilter(filter, Readable.from([]), () => undefined, never))
      pieces.push(piece)
    expect(Buffer.concat(pieces).toString()).toContain("'--liftoff-only'")
    expect([...process.execArgv, process.env['NODE_OPTIONS']]).not.toContain('--liftoff-only')
  })

  it('goes on as before where Node.js does not know the flag for that, and says so once', async () => {
    const log = memoryLog()
    const converter = createHwpConverter({ bwrap }, log, '--no-flag-that-any-v8-knows')
    expect(await converter.guard()).toBe(strongest)
    expect([await startOfPdf(converter), await startOfPdf(converter)]).toEqual(['%PDF-', '%PDF-'])
    const said = log.entries.filter(({ level }) => level !== 'debug')
    expect(said).toMatchObject([
      {
        level: 'warn',
        msg: 'Hangul documents are converted slowly: this Node.js does not know the flag of V8 for it',
      },
    ])
    const usual = memoryLog()
    await createHwpConverter({ bwrap }, usual).guard()
    expect(usual.entries.filter(({ level }) => level !== 'debug')).toEqual([])
  })
})
