import { foldName } from '../../../../contract/core/name-key.ts'
import type { MatchedBy } from '../../../../contract/features/documents/matches.ts'

interface LikelyName {
  readonly by: MatchedBy
  readonly folded: string
  readonly number: string | undefined
}

/** More than three digits are a year. */
const NUMBER = /^(\d{1,3}(?:\.\d{1,3})*)[.)]?[\s_-]+(?=[^.\s])/
const ENDING = /(?:\s*\(\d{1,3}\)|[\s_-]+v(?:er)?\.?\s?\d{1,3}(?:\.\d{1,3})*)$/i
const EXTENSION = /\.[^.]+$/

export function likelyNames(name: string): LikelyName[] {
  const number = NUMBER.exec(name)
  const whole = [
    { by: 'name', text: name, number: undefined },
    ...(number
      ? [{ by: 'number' as const, text: name.slice(number[0].length), number: number[1] }]
      : []),
  ] as const
  const likely = whole.map(
    ({ by, text, number: before }): LikelyName => ({ by, folded: foldName(text), number: before }),
  )
  for (const { text, number: before } of whole) {
    const bare = withoutEnding(text)
    if (bare !== undefined) likely.push({ by: 'ending', folded: foldName(bare), number: before })
  }
  return likely
}

function withoutEnding(name: string): string | undefined {
  const extension = EXTENSION.exec(name)?.[0] ?? ''
  const stem = name.slice(0, name.length - extension.length)
  const bare = stem.replace(ENDING, '')
  return bare === stem || bare === '' ? undefined : bare.trimEnd() + extension
}
