import { isIP } from 'node:net'
import { Refusal } from '../platform/http/refusal.ts'

const PREFIX = { 4: 32, 6: 128 } as const

function isNetwork(text: string): boolean {
  const [base = '', bits = '', rest] = text.split('/')
  const family = isIP(base)
  return (
    family !== 0 &&
    rest === undefined &&
    /^\d{1,3}$/.test(bits) &&
    Number(bits) <= PREFIX[family as 4 | 6]
  )
}

const asRange = (text: string): string =>
  isIP(text) === 4 ? `${text}/32` : isIP(text) === 6 ? `${text}/128` : text

/** @returns CIDR ranges @throws Refusal NETWORK_FORMAT with a list */
export function parseNetworks(texts: readonly string[]): string[] {
  const networks = [...new Set(texts.map((text) => asRange(text.trim())))]
  const malformed = networks.filter((text) => !isNetwork(text))
  if (malformed.length > 0)
    throw new Refusal('NETWORK_FORMAT', { variables: { list: malformed.join(', ') } })
  return networks
}
