import { LIMITS } from '../../../../../contract/core/limits.ts'

const V4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:\/(\d{1,2}))?$/
const V6 = /^[0-9a-f:.]*:[0-9a-f:.]*(?:\/(\d{1,3}))?$/i

/** The server checks the rest of an IPv6 range. */
function isNetwork(text: string): boolean {
  const v4 = V4.exec(text)
  if (v4) return v4.slice(1, 5).every((part) => Number(part) <= 255) && Number(v4[5] ?? 32) <= 32
  const v6 = V6.exec(text)
  return v6 !== null && Number(v6[1] ?? 128) <= 128
}

export const networksIn = (text: string): readonly string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((each) => each !== '')),
]

export const wrongNetworks = (networks: readonly string[]): readonly string[] =>
  networks.filter((each) => !isNetwork(each))

export const areTooMany = (networks: readonly string[]): boolean =>
  networks.length > LIMITS.networksPerGroup
