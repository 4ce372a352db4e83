import { LIMITS } from '../../../../contract/core/limits.ts'

const PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])

/** Returns the full address with an ASCII host, or undefined if it is not allowed. */
export function webAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, href } = new URL(text)
  return PROTOCOLS.has(protocol) && href.length <= LIMITS.linkLength ? href : undefined
}
