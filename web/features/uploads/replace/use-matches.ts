import { useQuery } from '@tanstack/react-query'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { type MatchedName, matches } from '../../../../contract/features/documents/matches.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import type { NamedFile } from './pair-files.ts'

interface UseMatchesInput {
  readonly roomId: number
  readonly within: readonly number[]
  readonly isDeep: boolean
}

/** Larger files are not read for comparison. */
const DIGESTED_BYTES = 64 * 1024 * 1024

interface Matches {
  readonly matches: ReadonlyMap<string, MatchedName>
  readonly digests: ReadonlyMap<string, string>
}

export function useMatches(
  { roomId, within, isDeep }: UseMatchesInput,
  files: readonly NamedFile[],
) {
  const api = useApi()
  return useQuery({
    queryKey: [
      'replaced-versions',
      roomId,
      within,
      isDeep,
      files.map(({ name, file }) => [name, file.size, file.lastModified]),
    ],
    enabled: files.length > 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    async queryFn({ signal }): Promise<Matches> {
      const names = files.flatMap(({ name, refusal }) => (refusal === undefined ? [name] : []))
      const found: MatchedName[] = []
      for (let at = 0; at < names.length; at += LIMITS.pathsPerCall) {
        const body = {
          roomId,
          within: [...within],
          isDeep,
          names: names.slice(at, at + LIMITS.pathsPerCall),
        }
        found.push(...(await api.call(matches, { body }, { signal })))
      }
      const byName = new Map(found.map((match) => [match.name, match]))
      return { matches: byName, digests: await digestsOf(files, byName) }
    },
  })
}

async function digestsOf(
  files: readonly NamedFile[],
  byName: Matches['matches'],
): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>()
  for (const { name, file } of files) {
    const isLikely =
      file.size <= DIGESTED_BYTES && byName.get(name)?.found.some(({ size }) => size === file.size)
    // SubtleCrypto requires TLS.
    const subtle = isLikely ? (globalThis.crypto as Partial<Crypto>).subtle : undefined
    const bytes = subtle && (await file.arrayBuffer().catch(() => undefined))
    if (subtle && bytes) digests.set(name, hexOf(await subtle.digest('SHA-256', bytes)))
  }
  return digests
}

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
