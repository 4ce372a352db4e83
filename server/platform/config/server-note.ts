import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const database = z.object({ host: z.string(), port: z.int(), user: z.string(), database: z.string() })

const note = z.object({ pid: z.int(), address: z.string(), publicUrl: z.string(), database })

/** What a server with an embedded database leaves in its data folder, for a second start and for the commands. */
export type ServerNote = z.infer<typeof note>

const fileOf = (dataDir: string): string => path.join(dataDir, 'server.json')

/** Tells others which server runs on a data folder. They see all of the note or none. */
export function writeServerNote(dataDir: string, content: ServerNote): void {
  const file = fileOf(dataDir)
  fs.writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 })
  fs.renameSync(`${file}.new`, file)
}

/** The note of the server with this process number; one that a killed server left is nobody's. */
export function readServerNote(dataDir: string, pid: number): ServerNote | undefined {
  try {
    const found = note.parse(JSON.parse(fs.readFileSync(fileOf(dataDir), 'utf8')))
    return found.pid === pid ? found : undefined
  } catch {
    return undefined
  }
}

/** Whether a server runs on the data folder or has ended there without stopping. */
export function hasServerNote(dataDir: string): boolean {
  return fs.existsSync(fileOf(dataDir))
}

/** Takes the note away when the server stops. */
export function removeServerNote(dataDir: string): void {
  fs.rmSync(fileOf(dataDir), { force: true })
}
