import { LIMITS } from '../../../contract/core/limits.ts'

const PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])

/** An address that a reader may be led to, in full and with its host in ASCII; undefined for all else. */
export function webAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, href } = new URL(text)
  return PROTOCOLS.has(protocol) && href.length <= LIMITS.linkLength ? href : undefined
}
