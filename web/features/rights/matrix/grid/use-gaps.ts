import { useEffect, useEffectEvent } from 'react'
import type { Lines } from '../lines.ts'

export function useGaps(
  lines: Lines['lines'],
  indices: readonly number[],
  onGap: (folder: number) => void,
): void {
  const folders = [...new Set(indices.flatMap((index) => gapAt(lines[index])))].join()
  const ask = useEffectEvent(onGap)
  const loaded = lines.length - lines.filter((line) => 'gap' in line).length
  useEffect(() => {
    if (loaded >= 0)
      for (const folder of folders === '' ? [] : folders.split(',')) ask(Number(folder))
  }, [folders, loaded])
}

const gapAt = (line: Lines['lines'][number] | undefined): number[] =>
  line && 'gap' in line && !line.gap.isFailed ? [line.gap.folder] : []
