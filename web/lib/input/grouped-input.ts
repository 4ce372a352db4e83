/** `groups` counts characters between hyphens; `strip` matches characters that no such code has. */
export interface HyphenGrouping {
  readonly groups: readonly number[]
  readonly strip: RegExp
  readonly upperCase?: boolean
}

/** An address confirmation and a second step have the same form. */
export const STEP_CODE_GROUPING: HyphenGrouping = { groups: [4, 4], strip: /\D/g }

interface Grouped {
  readonly value: string
  readonly caret: number
}

/** Sets hyphens while somebody types, and keeps the caret behind the same character. */
export function regroup(text: string, caret: number, grouping: HyphenGrouping): Grouped {
  const clean = (part: string) => {
    const kept = part.replace(grouping.strip, '')
    return grouping.upperCase ? kept.toUpperCase() : kept
  }
  const length = grouping.groups.reduce((sum, size) => sum + size, 0)
  const beforeCaret = Math.min(clean(text.slice(0, caret)).length, length)
  const value = hyphenate(clean(text).slice(0, length), grouping.groups)
  return {
    value,
    caret: hyphenate(value.replaceAll('-', '').slice(0, beforeCaret), grouping.groups).length,
  }
}

function hyphenate(text: string, groups: readonly number[]): string {
  let from = 0
  const parts = groups.map((size) => {
    const part = text.slice(from, from + size)
    from += size
    return part
  })
  return parts.filter((part) => part !== '').join('-')
}
