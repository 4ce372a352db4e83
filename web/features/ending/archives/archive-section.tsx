import { useQuery } from '@tanstack/react-query'
import { PackagePlus } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../../lib/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { QueryState } from '../../../ui/query-state.tsx'
import { ArchiveList } from './archive-list.tsx'
import { archivesQuery } from './archives-query.ts'
import { PrepareDialog } from './prepare-dialog.tsx'

/** What is taken along from the room before its end. */
export function ArchiveSection({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  const query = useQuery(archivesQuery(useApi(), roomId))
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  return (
    <section className="ending-part" aria-labelledby="ending-archives">
      <h2 id="ending-archives">{t('archive.title')}</h2>
      <p className="meta">{t('archive.lead')}</p>
      <QueryState query={query} count={2} />
      {query.data && <ArchiveList roomId={roomId} archives={query.data.filter(({ scope }) => scope === 'room')} onAgain={open} />}
      <div className="ending-buttons">
        <Button icon={PackagePlus} aria-haspopup="dialog" onClick={open}>
          {t('archive.prepare')}
        </Button>
      </div>
      {isOpen && <PrepareDialog roomId={roomId} scope="room" onClose={() => setOpen(false)} />}
    </section>
  )
}
