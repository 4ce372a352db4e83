import { UserRoundPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { useProposals } from './proposals-query.ts'

const ProposalsDialog = lazy(() =>
  import('./proposals-dialog.tsx').then((module) => ({ default: module.ProposalsDialog })),
)

export function ProposalsNotice({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  const { data } = useProposals(roomId)
  const [isOpen, setIsOpen] = useState(false)
  const count = data?.total ?? 0
  return (
    <>
      {count > 0 && (
        <section className="members-notice members-asked" aria-label={t('proposals.title')}>
          <UserRoundPlus />
          <p>{t('proposals.notice', { count })}</p>
          <Button size="small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            {t('proposals.show')}
          </Button>
        </section>
      )}
      {isOpen && (
        <Suspense>
          <ProposalsDialog roomId={roomId} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
