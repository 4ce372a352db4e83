import { LIMITS } from '../../../../contract/core/limits.ts'

const PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])

/** The host is ASCII; undefined means not allowed. */
export function webAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, href } = new URL(text)
  return PROTOCOLS.has(protocol) && href.length <= LIMITS.linkLength ? href : undefined
}
