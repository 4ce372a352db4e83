import { BackupError } from './backup/backup-error.ts'
import { readServerNote } from './platform/config/server-note.ts'
import { type Settings, SettingsError } from './platform/config/settings.ts'
import { NoBinariesError } from './platform/db/embedded/binaries.ts'
import { DataFolderInUseError } from './platform/db/embedded/data-folder-lock.ts'
import { KeyStoreError } from './platform/encryption/key-store.ts'
import type { Log } from './platform/log/log.ts'

export class AddressError extends Error {
  override name = 'AddressError'

  constructor(
    host: string,
    port: number,
    cause: unknown,
    settings = { port: 'PORT', host: 'HOST' },
  ) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    super(adviceFor(code, `${host}:${port}`, settings), { cause })
  }
}

function adviceFor(
  code: string,
  address: string,
  settings: { readonly port: string; readonly host: string },
): string {
  const number = address.slice(address.lastIndexOf(':') + 1)
  if (code === 'EADDRINUSE') return `Port ${number} is in use. Set ${settings.port} to another one.`
  if (code === 'EACCES')
    return `This account may not listen on port ${number}. Set ${settings.port} to one above 1023.`
  return `The server cannot listen on ${address} (${code}). Set ${settings.host} to an address of this machine.`
}

/** Explains errors that the administrator can correct. Logs others with their stack. */
export function explain(error: unknown, log: Log, settings: Settings | undefined): string {
  if (error instanceof DataFolderInUseError && settings) {
    const running = readServerNote(settings.DATA_DIR, error.pid)
    if (running) return `A server already runs on ${settings.DATA_DIR}: ${running.address}`
  }
  const known = [
    SettingsError,
    KeyStoreError,
    NoBinariesError,
    DataFolderInUseError,
    AddressError,
    BackupError,
  ].some((kind) => error instanceof kind)
  if (!known) log.error({ error }, 'the program cannot go on')
  return error instanceof Error ? error.message : String(error)
}
