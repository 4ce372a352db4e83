import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { groups } from '../../../../contract/features/groups/rights.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { ColorDot } from '../../../ui/list/color-dot.tsx'
import type { RightsAnswer, RightsQuestion } from './rights-question.ts'
import './rights-differ-dialog.css'

interface RightsDifferDialogProps {
  readonly roomId: number
  readonly question: RightsQuestion
  readonly onAnswer: (answer: RightsAnswer) => void
}

export function RightsDifferDialog({
  roomId,
  question: { isCopy, name, groupIds },
  onAnswer,
}: RightsDifferDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const id = useId()
  const safe = useRef<HTMLButtonElement>(null)
  const { data = [] } = useQuery({
    queryKey: ['rights', roomId, 'groups'],
    refetchOnMount: 'always',
    queryFn: ({ signal }) => api.call(groups, { params: { roomId: String(roomId) } }, { signal }),
  })
  const gaining = data.filter((group) => groupIds.includes(group.id))
  return (
    <Modal
      role="alertdialog"
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      initialFocus={safe}
      onDismiss={() => onAnswer('cancel')}
    >
      <h2 id={`${id}-title`} className="title">
        {t('rights.differTitle')}
      </h2>
      <div id={`${id}-text`}>
        <p className="differ-name meta">{name}</p>
        <p className="modal-text">{t(isCopy ? 'rights.differCopy' : 'rights.differMove')}</p>
        <ul className="differ-groups">
          {gaining.map((group) => (
            <li key={group.id}>
              <ColorDot color={group.color} />
              <span>{group.name}</span>
              <span className="meta numbers">{t('rights.members', { count: group.members })}</span>
            </li>
          ))}
        </ul>
        <p className="modal-text meta">{t('rights.differHelp')}</p>
      </div>
      <div className="modal-buttons">
        <Button ref={safe} onClick={() => onAnswer('cancel')}>
          {t('common.cancel')}
        </Button>
        <Button onClick={() => onAnswer('inherit')}>{t('rights.differInherit')}</Button>
        <Button variant="primary" onClick={() => onAnswer('keep')}>
          {t('rights.differKeep')}
        </Button>
      </div>
    </Modal>
  )
}
