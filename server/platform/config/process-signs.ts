import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ensureDirectory, namesIfThere } from '../encryption/durable-files.ts'

const folderIn = (dataDir: string): string => path.join(dataDir, 'processes')

/** The file proves a process on this data folder. Copied folders share ids. */
export async function leaveSign(dataDir: string, processId: string): Promise<void> {
  await ensureDirectory(folderIn(dataDir))
  await writeFile(path.join(folderIn(dataDir), processId), '', { mode: 0o600 })
}

export const signsIn = (dataDir: string): Promise<string[]> => namesIfThere(folderIn(dataDir))

export async function removeSign(dataDir: string, processId: string): Promise<void> {
  await rm(path.join(folderIn(dataDir), processId), { force: true })
}
