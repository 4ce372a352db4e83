import http from 'node:http'
import https from 'node:https'
import { lookUpPublic, PRIVATE_ADDRESS, refersToPrivate } from '../../platform/net/public-hosts.ts'

export interface Asking {
  readonly query?: { readonly bytes: Uint8Array; readonly type: string }
  readonly maxBytes: number
  readonly signal: AbortSignal
  readonly mayBePrivate: boolean
}

const CLIENTS: Readonly<Record<string, typeof http.request>> = {
  'http:': http.request,
  'https:': https.request,
}

/** Follows no redirects; checking connected addresses prevents DNS rebinding. @throws Error with a message for the log */
export async function fetchAnswer(
  address: string,
  { query, maxBytes, signal, mayBePrivate }: Asking,
): Promise<Buffer> {
  const url = new URL(address)
  const request = CLIENTS[url.protocol]
  if (!request) throw new Error('its address is neither of http nor of https')
  if (url.username || url.password) throw new Error('its address holds a password')
  if (!mayBePrivate && refersToPrivate(url)) throw new Error(PRIVATE_ADDRESS)
  const options = {
    method: query ? 'POST' : 'GET',
    headers: query ? { 'Content-Type': query.type } : {},
    ...(mayBePrivate ? {} : { lookup: lookUpPublic }),
    agent: false,
    signal,
  } as const
  try {
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      request(url, options).once('response', resolve).once('error', reject).end(query?.bytes)
    })
    if (answer.statusCode !== 200) {
      answer.destroy()
      throw new Error(`it answered ${answer.statusCode}`)
    }
    return await bodyOf(answer, maxBytes)
  } catch (error) {
    throw signal.aborted ? new Error('it did not answer in time') : error
  }
}

async function bodyOf(answer: http.IncomingMessage, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of answer as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > maxBytes) throw new Error('its answer is too long')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
