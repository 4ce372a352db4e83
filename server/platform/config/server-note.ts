import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const database = z.object({ host: z.string(), port: z.int(), user: z.string(), database: z.string() })

const note = z.object({ address: z.string(), database: database.optional() })

/** What a running server leaves in its data folder, for a second start and for the commands. */
export type ServerNote = z.infer<typeof note>

const fileOf = (dataDir: string): string => path.join(dataDir, 'server.json')

/** Tells others which server runs on a data folder. */
export function writeServerNote(dataDir: string, content: ServerNote): void {
  fs.writeFileSync(fileOf(dataDir), JSON.stringify(content), { mode: 0o600 })
}

/** The server that runs, or last ran, on a data folder. */
export function readServerNote(dataDir: string): ServerNote | undefined {
  try {
    return note.parse(JSON.parse(fs.readFileSync(fileOf(dataDir), 'utf8')))
  } catch {
    return undefined
  }
}

/** Takes the note away when the server stops. */
export function removeServerNote(dataDir: string): void {
  fs.rmSync(fileOf(dataDir), { force: true })
}
