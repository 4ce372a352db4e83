import { createHash, randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { addressOf } from './address-of.ts'
import { Refusal } from './refusal.ts'

const PATH = '/health/probe'
const HEADER = 'x-sealroom-probe'
const TOKEN = /^[0-9a-f]{64}$/
const PAUSE_MS = 1_000
const ANSWER_WITHIN_MS = 8_000
/** The client must see part of the pause. */
const STREAMED_MS = 400

const seenByServer = z.object({
  address: z.string(),
  peer: z.string(),
  host: z.string(),
  isForwarded: z.boolean(),
})

export type Seen = z.infer<typeof seenByServer> & { readonly isStreamed: boolean }

/** @returns a reason if the server does not answer. */
export type Probe = (
  address: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<Seen | string>

const fileOf = (dataDir: string, token: string): string =>
  path.join(dataDir, `.probe-${createHash('sha256').update(token).digest('hex')}`)

/** Callers must put a token's hash into the data folder; others get 404. */
export function mountProbe(app: FastifyInstance, dataDir: string): void {
  app.get(PATH, async (request, reply) => {
    const token = request.headers[HEADER]
    if (typeof token !== 'string' || !TOKEN.test(token)) throw new Refusal('NOT_FOUND')
    const isKnown = await readFile(fileOf(dataDir, token)).then(
      () => true,
      () => false,
    )
    if (!isKnown) throw new Refusal('NOT_FOUND')
    const { headers, raw } = request
    const isForwarded = headers['x-forwarded-for'] !== undefined
    const seen = {
      address: addressOf(request),
      peer: raw.socket.remoteAddress ?? '',
      host: headers.host ?? '',
      isForwarded,
    }
    return reply
      .type('application/x-ndjson')
      .header('x-accel-buffering', 'no')
      .send(Readable.from(slowly(JSON.stringify(seen))))
  })
}

async function* slowly(line: string): AsyncGenerator<string> {
  yield `${line}\n`
  await wait(PAUSE_MS)
  yield '{}\n'
}

export class ProbeError extends Error {
  override name = 'ProbeError'
}

/** The token is valid until `work` ends. @throws ProbeError */
export async function withProbe<T>(
  dataDir: string,
  work: (probe: Probe) => Promise<T>,
): Promise<T> {
  const token = randomBytes(32).toString('hex')
  const file = fileOf(dataDir, token)
  await writeFile(file, '', { mode: 0o600, flag: 'wx' }).catch((cause: unknown) => {
    throw new ProbeError(`no token can be left in ${dataDir}`, { cause })
  })
  try {
    return await work((address, headers = {}) => ask(address, { ...headers, [HEADER]: token }))
  } finally {
    await rm(file, { force: true })
  }
}

async function ask(
  address: string,
  headers: Readonly<Record<string, string>>,
): Promise<Seen | string> {
  try {
    const answer = await fetch(`${address}${PATH}`, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    if (answer.status !== 200 || !answer.body) return `the answer has the status ${answer.status}`
    let text = ''
    let firstAt: number | undefined
    for await (const chunk of answer.body) {
      firstAt ??= performance.now()
      text += Buffer.from(chunk).toString()
    }
    const isStreamed = performance.now() - (firstAt ?? performance.now()) > STREAMED_MS
    return { ...seenByServer.parse(JSON.parse(text.split('\n')[0] ?? '')), isStreamed }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return cause instanceof Error
      ? 'code' in cause
        ? String(cause.code)
        : cause.message
      : 'no answer'
  }
}
