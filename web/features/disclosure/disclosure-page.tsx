import '../../ui/page/screen.css'
import './disclosure.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { FileCheck2, FileDown } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../lib/api/api-context.ts'
import { useTitle } from '../../lib/browser/use-title.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { ScrollArea } from '../../ui/list/scroll-area.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { EmptyState } from '../../ui/state/states.tsx'
import { recordsQuery } from './disclosure-query.ts'
import { IndexDialog } from './index-dialog.tsx'
import { RecordDialog } from './record-dialog.tsx'
import { RecordList } from './record-list.tsx'

interface DisclosurePageProps {
  readonly roomId: number
  readonly roomName: string | undefined
}

export function DisclosurePage({ roomId, roomName }: DisclosurePageProps) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(recordsQuery(useApi(), roomId))
  const [open, setOpen] = useState<'index' | 'record'>()
  const records = query.data ?? []
  const close = () => setOpen(undefined)
  useTitle(t('disclosure.title'), roomName, t('app.title'))
  return (
    <section className="screen disclosure" aria-labelledby="disclosure-title">
      <div className="screen-head">
        <h1 id="disclosure-title" className="screen-title">
          {t('disclosure.title')}
        </h1>
        <div className="disclosure-tools">
          <Button icon={FileDown} aria-haspopup="dialog" onClick={() => setOpen('index')}>
            {t('disclosure.indexTitle')}
          </Button>
          <Button
            variant="primary"
            icon={FileCheck2}
            aria-haspopup="dialog"
            onClick={() => setOpen('record')}
          >
            {t('disclosure.make')}
          </Button>
        </div>
      </div>
      <p className="disclosure-hint meta">{t('disclosure.lead')}</p>
      {!query.data && <QueryState query={query} count={4} />}
      {query.data && records.length === 0 && (
        <EmptyState icon={FileCheck2} text={t('disclosure.none')} />
      )}
      {records.length > 0 && (
        <ScrollArea className="disclosure-body" label={t('disclosure.list')}>
          <RecordList roomId={roomId} records={records} />
          {query.hasNextPage && (
            <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('common.more')}
            </Button>
          )}
        </ScrollArea>
      )}
      {open === 'index' && <IndexDialog roomId={roomId} choosesGroup onClose={close} />}
      {open === 'record' && <RecordDialog roomId={roomId} onClose={close} />}
    </section>
  )
}
