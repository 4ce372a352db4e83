import { expect } from 'vitest'
import { BASE_PATH } from '../../../contract/core/base-path.ts'
import { type LiveEvent, liveEvent } from '../../../contract/features/session.ts'
import type { WireClient } from '../harness/wire-client.ts'

export interface Ear {
  readonly heard: LiveEvent[]
  readonly over: Promise<void>
  hangUp(): void
}

export async function openEar(client: WireClient, base = client.base): Promise<Ear> {
  const hangUp = new AbortController()
  const response = await fetch(`${base}${BASE_PATH}/room/api/room/events`, {
    headers: { authorization: `Bearer ${client.me.jwt}` },
    signal: hangUp.signal,
  })
  if (response.status !== 200 || !response.body) throw new Error(`no stream: ${response.status}`)
  const heard: LiveEvent[] = []
  const read = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    let rest = ''
    for await (const chunk of body.pipeThrough(
      new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>,
    )) {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      heard.push(...lines.map((line) => liveEvent.parse(JSON.parse(line))))
    }
  }
  const over = read(response.body).catch(() => undefined)
  await expect.poll(() => heard[0]).toEqual({ type: 'hello' })
  return { heard, over, hangUp: () => hangUp.abort() }
}
