import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SourceFault } from '../../features/documents/index.ts'
import { openFolderSource } from './folder-source.ts'

let base: string
let folder: string

beforeEach(async () => {
  base = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'sealroom-folder-')))
  folder = path.join(base, 'source')
  await put('source/sub/a.pdf', 'inside')
  await put('source/z.pdf', 'whole')
  await put('elsewhere/a.pdf', 'secret')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await fs.rm(base, { recursive: true })
})

async function put(own: string, content: string): Promise<void> {
  await fs.mkdir(path.dirname(path.join(base, own)), { recursive: true })
  await fs.writeFile(path.join(base, own), content)
}

async function replaceByLink(place: string): Promise<void> {
  await fs.rename(place, `${place} away`)
  await fs.symlink(path.join(base, 'elsewhere'), place)
}

async function contents({
  entries,
}: Awaited<ReturnType<typeof openFolderSource>>): Promise<string[]> {
  const found: string[] = []
  for (const { path: own, isFolder, fault, content } of entries) {
    if (isFolder && fault === undefined) continue
    try {
      if (fault !== undefined) throw new SourceFault(fault)
      const pieces: Uint8Array[] = []
      for await (const piece of content()) pieces.push(piece)
      found.push(`${own} ${Buffer.concat(pieces)}`)
    } catch (error) {
      if (!(error instanceof SourceFault)) throw error
      found.push(`${own} ${error.code}`)
    }
  }
  return found
}

it('gives the files of a folder', async () => {
  expect(await contents(await openFolderSource(folder))).toEqual([
    'sub/a.pdf inside',
    'z.pdf whole',
  ])
  await fs.symlink(folder, path.join(base, 'link'))
  expect(await contents(await openFolderSource(path.join(base, 'link')))).toEqual([
    'sub/a.pdf inside',
    'z.pdf whole',
  ])
})

it('reads nothing elsewhere where a folder becomes a link after it was listed', async () => {
  const source = await openFolderSource(folder)
  await replaceByLink(path.join(folder, 'sub'))
  expect(await contents(source)).toEqual(['sub/a.pdf CHANGED', 'z.pdf whole'])
})

it('gives nothing of elsewhere where a folder becomes a link while it is listed', async () => {
  const sub = path.join(folder, 'sub')
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const [source] = await Promise.all([openFolderSource(folder), replaceByLink(sub)])
    const given = await contents(source)
    expect(given.join()).not.toContain('secret')
    expect(given).toContain('z.pdf whole')
    await fs.rm(sub)
    await fs.rename(`${sub} away`, sub)
  }
})

it('waits for nobody where a file becomes a pipe', async () => {
  const source = await openFolderSource(folder)
  await fs.rm(path.join(folder, 'sub/a.pdf'))
  await promisify(execFile)('mkfifo', [path.join(folder, 'sub/a.pdf')])
  expect(await contents(source)).toEqual(['sub/a.pdf CHANGED', 'z.pdf whole'])
})

it('gives the other files where the disk does not give one', async () => {
  const source = await openFolderSource(folder)
  const handle = await fs.open(path.join(folder, 'z.pdf'))
  await handle.close()
  const fault = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' })
  vi.spyOn(Object.getPrototypeOf(handle), 'read').mockRejectedValueOnce(fault)
  expect(await contents(source)).toEqual(['sub/a.pdf UNREADABLE', 'z.pdf whole'])
})
