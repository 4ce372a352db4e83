import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const database = z.object({
  host: z.string(),
  port: z.int(),
  user: z.string(),
  database: z.string(),
})

const note = z.object({ pid: z.int(), address: z.string(), publicUrl: z.string(), database })

export type ServerNote = z.infer<typeof note>

const fileOf = (dataDir: string): string => path.join(dataDir, 'server.json')

export function writeServerNote(dataDir: string, content: ServerNote): void {
  const file = fileOf(dataDir)
  fs.writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 })
  fs.renameSync(`${file}.new`, file)
}

/** Ignores the notes of killed servers. */
export function readServerNote(dataDir: string, pid: number): ServerNote | undefined {
  try {
    const found = note.parse(JSON.parse(fs.readFileSync(fileOf(dataDir), 'utf8')))
    return found.pid === pid ? found : undefined
  } catch {
    return undefined
  }
}

/** A killed server's note counts too. */
export function hasServerNote(dataDir: string): boolean {
  return fs.existsSync(fileOf(dataDir))
}

export function removeServerNote(dataDir: string): void {
  fs.rmSync(fileOf(dataDir), { force: true })
}
