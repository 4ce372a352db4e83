import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Log, LogMethod } from '../../platform/log/log.ts'
import {
  createRenderPool,
  RenderError,
  type RenderPool,
  type RenderSource,
} from '../../workers/render/index.ts'

/** Render threads dominate an app's cost, so apps share them. Each sees only its own documents. */
let shared: Promise<RenderPool> | undefined
const users = new Map<string, Log>()
let apps = 0

export async function sharedRenderPool(size: number, log: Log): Promise<RenderPool> {
  apps += 1
  const app = `app${apps}`
  users.set(app, log)
  shared ??= createRenderPool({ size, log: forwarding })
  return new AppPool(app, await shared)
}

class AppPool implements RenderPool {
  readonly #app: string
  readonly #pool: RenderPool
  readonly #closed = new AbortController()
  #underWay = 0

  constructor(app: string, pool: RenderPool) {
    this.#app = app
    this.#pool = pool
  }

  inspect: RenderPool['inspect'] = (source, options) =>
    this.#run(options, (until) => this.#pool.inspect(this.#own(source), until))
  unprotected: RenderPool['unprotected'] = (source, options) =>
    this.#run(options, (until) => this.#pool.unprotected(this.#own(source), until))
  renderPage: RenderPool['renderPage'] = (source, request) =>
    this.#run(request, (until) => this.#pool.renderPage(this.#own(source), until))
  checkMark: RenderPool['checkMark'] = (source, copy, request) =>
    this.#run(request, (until) => this.#pool.checkMark(this.#own(source), this.#own(copy), until))
  pageText: RenderPool['pageText'] = (source, page, options) =>
    this.#run(options, (until) => this.#pool.pageText(this.#own(source), page, until))
  pageLinks: RenderPool['pageLinks'] = (source, page, written, options) =>
    this.#run(options, (until) => this.#pool.pageLinks(this.#own(source), page, written, until))
  find: RenderPool['find'] = (source, search, options) =>
    this.#run(options, (until) => this.#pool.find(this.#own(source), search, until))
  read: RenderPool['read'] = (source, pages, options) =>
    this.#run(options, (until) => this.#pool.read(this.#own(source), pages, until))
  load: RenderPool['load'] = () => this.#pool.load()

  async close(): Promise<void> {
    if (!users.delete(this.#app)) return
    const isBusy = this.#underWay > 0
    this.#closed.abort(new RenderError('CLOSED'))
    if (!isBusy || users.size > 0) return
    shared = undefined
    await this.#pool.close()
  }

  /** Version numbers restart in each database. */
  #own(source: RenderSource): RenderSource {
    return { ...source, id: `${this.#app} ${source.id}` }
  }

  async #run<Options extends { readonly signal?: AbortSignal }, Result>(
    options: Options | undefined,
    work: (until: Options & { readonly signal: AbortSignal }) => Promise<Result>,
  ): Promise<Result> {
    const signal = AbortSignal.any([
      ...(options?.signal ? [options.signal] : []),
      this.#closed.signal,
    ])
    this.#underWay += 1
    try {
      return await work({ ...(options as Options), signal })
    } finally {
      this.#underWay -= 1
    }
  }
}

/** The document identifies the app. */
const forward =
  (level: 'debug' | 'info' | 'warn' | 'error'): LogMethod =>
  (first: object | string, message?: string) => {
    if (typeof first === 'string' || !('document' in first)) return
    const [app = '', ...id] = String(first.document).split(' ')
    users.get(app)?.[level]({ ...first, document: id.join(' ') }, message ?? '')
  }
const forwarding: Log = {
  debug: forward('debug'),
  info: forward('info'),
  warn: forward('warn'),
  error: forward('error'),
  child: () => forwarding,
}

/** Making a key pair takes a second. */
const sealKeys = new Map<string, string>()
const SEAL_KEY = 'seal-1.key'

export function lendSealKey(keyDir: string, publicUrl: string): void {
  const kept = sealKeys.get(publicUrl)
  if (kept) writeFileSync(path.join(keyDir, SEAL_KEY), kept, { mode: 0o600 })
}

/** Servers with a future clock are skipped. */
export function keepSealKey(keyDir: string, publicUrl: string, now: Date): void {
  const file = path.join(keyDir, SEAL_KEY)
  if (sealKeys.has(publicUrl) || !existsSync(file)) return
  const text = readFileSync(file, 'utf8')
  const certificate = new X509Certificate(text.slice(text.indexOf('-----BEGIN CERTIFICATE')))
  if (new Date(certificate.validFrom) <= now) sealKeys.set(publicUrl, text)
}
