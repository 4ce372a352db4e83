import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'

export async function listen(base, client, onLine) {
  const outgoing = request(`${base}/api/room/api/room/events`, {
    agent: false,
    headers: client.credential(),
  })
  outgoing.end()
  const [response] = await once(outgoing, 'response')
  if (response.statusCode !== 200)
    throw new Error(`events: ${response.statusCode} ${await text(response)}`)
  response.setEncoding('utf8')
  const first = once(response, 'data')
  // A line is far smaller than a packet, so chunks end with one.
  response.on('data', (lines) => {
    for (const line of lines.trim().split('\n')) if (line !== '') onLine(JSON.parse(line))
  })
  response.on('error', () => undefined)
  await first
}
