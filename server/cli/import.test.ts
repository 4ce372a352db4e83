import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Program } from '../assemble.ts'
import type { ImportResult } from '../features/documents/index.ts'
import type { Settings } from '../platform/config/settings.ts'
import { CommandError, IncompleteError } from './command.ts'
import { importFiles } from './import.ts'

const RESULT: ImportResult = {
  entries: [{ path: 'a.pdf', size: 1, outcome: 'imported', target: 'a.pdf' }],
  ...{ list: undefined, isOrdered: true, failure: undefined },
}

let folder: string
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'sealroom-report-'))
  await fs.mkdir(path.join(folder, 'source'))
})
afterEach(() => fs.rm(folder, { recursive: true }))

async function run(
  report: string,
  importing = async (): Promise<ImportResult> => RESULT,
): Promise<string> {
  const source = path.join(folder, 'source')
  const command = importFiles([
    '--room',
    '1',
    '--from',
    source,
    '--report',
    path.join(folder, report),
  ])
  const program = {
    listRooms: async () => [{ id: 1 }],
    importIntoRoom: importing,
  } as unknown as Program
  return command({} as Settings, async () => program)
}

it('tries the place of the report before it imports anything', async () => {
  const importing = vi.fn(async () => RESULT)
  await fs.mkdir(path.join(folder, 'taken.csv'))
  for (const place of ['missing/a.csv', 'taken.csv'])
    await expect(run(place, importing)).rejects.toThrow(CommandError)
  expect(importing).not.toHaveBeenCalled()
})

it('writes over an earlier report and over no link, and leaves nothing beside it', async () => {
  await fs.writeFile(path.join(folder, 'other'), 'kept')
  await fs.symlink(path.join(folder, 'other'), path.join(folder, 'a.csv.part'))
  await fs.writeFile(path.join(folder, 'a.csv'), 'earlier')
  expect(await run('a.csv')).toContain('1 imported')
  expect(await fs.readFile(path.join(folder, 'a.csv'), 'utf8')).toContain('a.pdf,imported')
  expect(await fs.readFile(path.join(folder, 'other'), 'utf8')).toBe('kept')
  await expect(run('b.json', () => Promise.reject(new Error('no database')))).rejects.toThrow(
    'no database',
  )
  expect((await fs.readdir(folder)).sort()).toEqual(['a.csv', 'a.csv.part', 'other', 'source'])
})

it('prints the table also where the report cannot be written any more', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const ended = run('a.csv', async () => {
    await fs.mkdir(path.join(folder, 'a.csv'))
    return RESULT
  })
  await expect(ended).rejects.toThrow(IncompleteError)
  await expect(ended).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringContaining('1 imported'),
  })
  expect(error).toHaveBeenCalledWith(expect.stringMatching(/^The report could not be written: /))
  error.mockRestore()
})
