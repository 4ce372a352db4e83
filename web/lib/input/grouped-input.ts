/** `groups` counts characters between hyphens. */
export interface Grouping {
  readonly groups: readonly number[]
  readonly strip: RegExp
  readonly upperCase?: boolean
}

interface Grouped {
  readonly value: string
  readonly caret: number
}

export function regroup(text: string, caret: number, grouping: Grouping): Grouped {
  const clean = (part: string) => {
    const kept = part.replace(grouping.strip, '')
    return grouping.upperCase ? kept.toUpperCase() : kept
  }
  const length = grouping.groups.reduce((sum, size) => sum + size, 0)
  const before = Math.min(clean(text.slice(0, caret)).length, length)
  const value = hyphenate(clean(text).slice(0, length), grouping.groups)
  return { value, caret: hyphenate(value.replaceAll('-', '').slice(0, before), grouping.groups).length }
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
