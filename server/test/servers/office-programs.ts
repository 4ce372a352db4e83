import { Readable } from 'node:stream'
import { findOfficePrograms, USUAL_FOLDERS } from '../../workers/convert/office-programs.ts'
import { type SandboxedCommand, sandboxed } from '../../workers/convert/office-sandbox.ts'
import { runFilter } from '../../workers/convert/run-filter.ts'

/** The test command unpacks missing ones. */
export function officePaths(): {
  readonly soffice: string | undefined
  readonly bwrap: string | undefined
} {
  return {
    soffice: process.env['SOFFICE_PATH'] || undefined,
    bwrap: process.env['BWRAP_PATH'] || undefined,
  }
}

export const hasOffice = (): boolean => 'bwrap' in findOfficePrograms(officePaths(), USUAL_FOLDERS)

/** LibreOffice is the first argument. @returns the script's output. */
export async function inOfficeSandbox(
  script: string,
  input: Uint8Array = Buffer.alloc(0),
  weaken = (command: SandboxedCommand) => command,
): Promise<Buffer> {
  const programs = findOfficePrograms(officePaths(), USUAL_FOLDERS)
  if (!('bwrap' in programs)) throw new Error(`missing: ${programs.join(', ')}`)
  const filter = {
    ...weaken(sandboxed(programs, script)),
    deadlineMs: 60_000,
    outputBytes: 10_000_000,
  }
  const pieces: Buffer[] = []
  const output = runFilter(
    filter,
    Readable.from([Buffer.from(input)]),
    () => undefined,
    new AbortController().signal,
  )
  for await (const piece of output) pieces.push(piece)
  return Buffer.concat(pieces)
}
