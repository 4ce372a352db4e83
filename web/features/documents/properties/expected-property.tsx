import { lazy } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { useLateDialog } from '../../../ui/dialog/use-late-dialog.tsx'
import { Fact } from '../../../ui/list/facts.tsx'
import { useExpected } from '../expected/expected-query.ts'
import type { ExpectedCaller } from '../expected/use-expected-actions.tsx'
import { Measuring, Unmeasured } from './measuring.tsx'

const ExpectedDialog = lazy(() =>
  import('../expected/expected-dialog.tsx').then((module) => ({ default: module.ExpectedDialog })),
)

interface ExpectedPropertyProps {
  readonly folder: number
  readonly caller: ExpectedCaller
}

export function ExpectedProperty({ folder, caller }: ExpectedPropertyProps) {
  const { t } = useTranslation()
  const query = useExpected(caller.roomId, { folder, isDeep: true, state: 'missing' })
  const { data } = query
  const list = useLateDialog((close) => (
    <ExpectedDialog caller={caller} folder={folder} onUpload={undefined} onClose={close} />
  ))
  if (!data) {
    return (
      <Fact name={t('expected.title')}>
        {query.isError ? <Unmeasured measuring={query} /> : <Measuring />}
      </Fact>
    )
  }
  if (data.counts.total === 0) return null
  const { missing, total } = data.counts
  return (
    <Fact name={t('expected.title')}>
      <span className="properties-expected numbers">
        {missing === 0
          ? t('expected.allReceived', { count: total })
          : t('expected.counts', { missing, total })}
        <Button size="small" aria-haspopup="dialog" onClick={list.open}>
          {t('expected.showList')}
        </Button>
      </span>
      {list.dialog}
    </Fact>
  )
}
