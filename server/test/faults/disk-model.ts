import path from 'node:path'
import type { Moment, SystemCall } from '../servers/system-calls.ts'

interface Inode {
  written: Buffer
  durable: Buffer
}

/** A power cut leaves any part of unsynced data; these are the extremes. */
export const LOSSES = [
  'nothing that was not synced',
  'names, but no bytes, that were not synced',
  'bytes, but no names, that were not synced',
] as const
export type Loss = (typeof LOSSES)[number]

/** POSIX guarantees only that fsync of a file makes bytes durable, fsync of a folder names. */
export class DiskModel {
  readonly #below: string
  readonly #names = new Map<string, Inode>()
  readonly #durableNames = new Map<string, Inode>()
  /** A sync takes effect when it ends. */
  readonly #syncing = new Map<SystemCall, () => void>()

  constructor(below: string) {
    this.#below = below
  }

  apply({ phase, call }: Moment): void {
    if (phase === 'begins') {
      if (call.name === 'fsync' || call.name === 'fdatasync')
        this.#syncing.set(call, this.#syncOf(call.path))
      return
    }
    if (call.result === undefined || call.result < 0) return
    const [from = '', to = ''] = call.strings.map((bytes) => bytes.toString('utf8'))
    if (call.name === 'openat') this.#open(from, call.flags)
    else if (call.name === 'write')
      this.#write(call.path, call.strings[0]?.subarray(0, call.result))
    else if (call.name.startsWith('rename')) this.#rename(from, to)
    else if (call.name.startsWith('link')) this.#link(from, to)
    else if (call.name.startsWith('unlink')) this.#names.delete(from)
    else if (call.name.endsWith('sync')) this.#syncing.get(call)?.()
    else if (this.#isOurs(call.path))
      throw new Error(`the model of the disk does not know ${call.name} of ${call.path}`)
  }

  left(file: string, loss: Loss): Buffer | undefined {
    const inode = (loss === LOSSES[1] ? this.#names : this.#durableNames).get(file)
    return loss === LOSSES[2] ? inode?.written : inode?.durable
  }

  now(file: string): Buffer | undefined {
    return this.#names.get(file)?.written
  }

  knows(file: string): boolean {
    return this.#names.has(file) || this.#durableNames.has(file)
  }

  #isOurs(file: string): boolean {
    return file.startsWith(`${this.#below}/`)
  }

  #open(file: string, flags: string): void {
    if (!this.#isOurs(file) || !flags.includes('O_CREAT')) return
    if (!this.#names.has(file))
      this.#names.set(file, { written: Buffer.alloc(0), durable: Buffer.alloc(0) })
  }

  #write(file: string, bytes: Buffer | undefined): void {
    const inode = this.#names.get(file)
    if (inode && bytes) inode.written = Buffer.concat([inode.written, bytes])
  }

  #rename(from: string, to: string): void {
    const inode = this.#names.get(from)
    if (!inode) return
    this.#names.delete(from)
    this.#names.set(to, inode)
  }

  #link(from: string, to: string): void {
    const inode = this.#names.get(from)
    if (inode) this.#names.set(to, inode)
  }

  #syncOf(file: string): () => void {
    const inode = this.#names.get(file)
    if (inode) {
      const { written } = inode
      return () => {
        inode.durable = written
      }
    }
    const inside = (name: string): boolean => path.dirname(name) === file
    const names = [...this.#names].filter(([name]) => inside(name))
    return () => {
      for (const name of this.#durableNames.keys())
        if (inside(name)) this.#durableNames.delete(name)
      for (const [name, of] of names) this.#durableNames.set(name, of)
    }
  }
}
