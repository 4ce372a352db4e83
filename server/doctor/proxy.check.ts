import { type Probe, ProbeError, type Seen, withProbe } from '../platform/http/probe.ts'
import { type Check, type Examined, type Finding, fault, ok, skipped } from './check.ts'

/** RFC 5737 reserves this address for documentation. */
const FOREIGN = '192.0.2.77'
const WITHIN_MS = 20_000
const PAGE = 'docs/operate/proxy.md has the settings of a proxy.'

interface Server {
  readonly probe: Probe
  readonly direct: string
}

/** Only writers of the data folder may see requests. */
async function onServer(
  { settings: { DATA_DIR, HOST, PORT } }: Examined,
  look: (server: Server) => Promise<Finding>,
): Promise<Finding> {
  const host =
    HOST === '0.0.0.0'
      ? '127.0.0.1'
      : HOST === '::'
        ? '[::1]'
        : HOST.includes(':')
          ? `[${HOST}]`
          : HOST
  const direct = `http://${host}:${PORT}`
  const isRunning = await fetch(`${direct}/health/live`, {
    signal: AbortSignal.timeout(5_000),
  }).then(
    ({ ok: isOk }) => isOk,
    () => false,
  )
  if (!isRunning) return skipped(`no server answers at ${direct}`)
  try {
    return await withProbe(DATA_DIR, (probe) => look({ probe, direct }))
  } catch (error) {
    if (error instanceof ProbeError) return skipped(error.message)
    throw error
  }
}

const proxyCheck = (
  name: string,
  look: (server: Server, examined: Examined) => Promise<Finding>,
): Check => ({
  name,
  withinMs: WITHIN_MS,
  run: (examined) => onServer(examined, (server) => look(server, examined)),
})

export const proxyChecks: readonly Check[] = [
  proxyCheck('trusted addresses', async ({ probe, direct }, { settings: { TRUST_PROXY = [] } }) => {
    const seen = await probe(direct, { 'x-forwarded-for': FOREIGN })
    if (typeof seen === 'string')
      return skipped(`the server at ${direct} works on another data folder`)
    const isBelieved = seen.address === FOREIGN
    if (isBelieved && TRUST_PROXY.length === 0)
      return fault(
        'X-Forwarded-For is believed without TRUST_PROXY',
        'Restart the server with these settings.',
      )
    return ok(
      isBelieved
        ? 'this machine is a trusted proxy, and its X-Forwarded-For is believed'
        : 'X-Forwarded-For of this machine is ignored, as it is no trusted proxy',
    )
  }),
  proxyCheck('public address', async ({ probe }, { settings: { PUBLIC_URL, isPublicUrlSet } }) => {
    if (!isPublicUrlSet) return skipped('PUBLIC_URL is not set')
    const seen = await probe(PUBLIC_URL)
    if (typeof seen === 'string')
      return fault(
        `PUBLIC_URL does not lead to this server: ${seen}`,
        `Correct PUBLIC_URL, the name in the DNS or the proxy. ${PAGE}`,
      )
    return throughProxy(seen, PUBLIC_URL)
  }),
]

function throughProxy(seen: Seen, publicUrl: string): Finding {
  if (seen.host !== new URL(publicUrl).host && seen.host !== new URL(publicUrl).hostname)
    return fault('the proxy changes the Host header', `Pass Host on. ${PAGE}`)
  if (publicUrl.startsWith('https:') && !seen.isForwarded)
    return fault('the proxy sends no X-Forwarded-For', `Let it set the header. ${PAGE}`)
  if (seen.isForwarded && seen.address === seen.peer)
    return fault(
      'X-Forwarded-For of the proxy is not believed, so that all clients count as one',
      'Set TRUST_PROXY to the address of the proxy, and restart.',
    )
  if (!seen.isStreamed)
    return fault(
      'answers are held back until they are complete',
      `Switch buffering off, as events come in a stream. ${PAGE}`,
    )
  return ok(`${publicUrl} leads to this server, and answers are not held back`)
}
