interface Goal {
  readonly what: string
  readonly met: boolean
}

export function goalsOf(
  results: readonly object[],
  excused?: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Goal[]
