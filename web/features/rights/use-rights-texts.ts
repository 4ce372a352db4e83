import { useMemo } from 'react'
import type { Level } from '../../../contract/features/groups/levels.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { periodWords } from '../../room/access-period.ts'
import type { GrantPeriod } from '../../room/grants.ts'
import type { Inherited } from './cells.ts'

type Spoken = ReturnType<typeof useTranslation>

export type RightsTexts = ReturnType<typeof textsIn>

export function useRightsTexts(): RightsTexts {
  const spoken = useTranslation()
  return useMemo(() => textsIn(spoken), [spoken])
}

function textsIn({ t, language }: Spoken) {
  const levels: Record<Level, string> = {
    none: t('rights.none'),
    view: t('rights.view'),
    print: t('rights.print'),
    download: t('rights.download'),
    original: t('rights.original'),
  }
  return {
    levelText: (level: Level) => levels[level],
    sourceText: ({ itemId, name }: Pick<Inherited, 'itemId' | 'name'>) =>
      itemId === 0 ? t('rights.fromRoot') : t('rights.fromFolder', { name }),
    periodText({ from, until, after }: GrantPeriod): string | undefined {
      const period = periodWords({ t, language }, { from, until })
      if (period === undefined) return undefined
      return after === 'inherit' ? t('rights.thenInherited', { period }) : period
    },
  }
}
