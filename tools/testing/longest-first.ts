import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import numbers from './numbers.json' with { type: 'json' }

const SECONDS: Readonly<Record<string, number>> = { ...numbers.longSeconds, ...numbers.slowSeconds }

/** Without times, a long last file would run alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const { root } = this.ctx.config
    return [...new Set(sorted.map(({ project }) => project))].flatMap((project) =>
      longestFirst(
        sorted.filter((file) => file.project === project),
        root,
        SECONDS,
      ),
    )
  }
}

export function longestFirst<File extends { readonly moduleId: string }>(
  files: readonly File[],
  root: string,
  seconds: Readonly<Record<string, number>>,
): File[] {
  const lengthOf = ({ moduleId }: File): number => seconds[path.relative(root, moduleId)] ?? 0
  return files.toSorted((a, b) => lengthOf(b) - lengthOf(a))
}
