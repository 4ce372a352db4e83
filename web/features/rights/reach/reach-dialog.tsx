import '../rights-dialog.css'
import './reach.css'
import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useId } from 'react'
import { exportIndex } from '../../../../contract/features/disclosure.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { systemClock } from '../../../lib/browser/clock.ts'
import { namedFile } from '../../../lib/browser/named-file.ts'
import { saveFile } from '../../../lib/browser/save-file.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { periodWords } from '../../../room/access-period.ts'
import type { ReachSubject } from '../../../room/rights-subject.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { ColorDot } from '../../../ui/list/color-dot.tsx'
import { FailedQuery } from '../../../ui/state/query-state.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { useWhoSees } from '../rights-query.ts'
import { useRightsTexts } from '../use-rights-texts.ts'
import { ReachFolder } from './reach-folder.tsx'
import { type Standing, standingOf } from './reach-query.ts'

interface ReachDialogProps {
  readonly roomId: number
  readonly subject: ReachSubject
  readonly onClose: () => void
}

export function ReachDialog({ roomId, subject, onClose }: ReachDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const everybody = useWhoSees(roomId, 0)
  const standing = everybody.data && standingOf(everybody.data, subject)
  const index = useIndexOf(roomId, subject)
  const isOfGroup = 'groupId' in subject.who
  const groupId = 'groupId' in subject.who ? subject.who.groupId : standing?.seeing.groupId
  const blocked = everybody.isError
    ? t('rights.reachFailed')
    : t(everybody.data ? 'rights.reachGone' : 'common.loading')
  return (
    <Modal size="wide" labelledBy={id} onDismiss={onClose}>
      <h2 id={id} className="title">
        {t(isOfGroup ? 'rights.reachOfGroup' : 'rights.reachOf', { name: subject.name })}
      </h2>
      <p className="rights-help meta">{t('rights.reachHelp')}</p>
      {standing && <StandingLine standing={standing} />}
      {everybody.isError && <FailedQuery query={everybody} />}
      <div className="reach-tree">
        <ReachFolder roomId={roomId} subject={subject} folder={{ id: 0, name: t('rights.root') }} />
      </div>
      <div className="modal-buttons rights-foot">
        <Button
          icon={FileDown}
          isBusy={index.isPending}
          blockedBecause={groupId === undefined ? blocked : undefined}
          onClick={() => groupId !== undefined && index.mutate(groupId)}
        >
          {t('rights.reachIndex')}
        </Button>
        <Button autoFocus variant="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </Modal>
  )
}

function useIndexOf(roomId: number, { name }: ReachSubject) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const alertError = useErrorAlert()
  return useMutation({
    mutationFn: async (groupId: number) => {
      const query = { format: 'xlsx' as const, groupId: String(groupId) }
      const bytes = await api.bytes(exportIndex, { params: { roomId: String(roomId) }, query })
      const file = namedFile(bytes, t('rights.reachFile', { name }), systemClock.now(), 'xlsx')
      saveFile(file)
      toast(t('rights.reachSaved', { name: file.name }))
    },
    onError: alertError,
  })
}

function StandingLine({ standing: { seeing, member } }: { readonly standing: Standing }) {
  const context = useTranslation()
  const { t } = context
  const { levelText } = useRightsTexts()
  const { group, level, isInTime, networks } = seeing
  const period = member && periodWords(context, member)
  const now = systemClock.now()
  const isOutside =
    member &&
    ((member.from && Date.parse(member.from) > now) ||
      (member.until && Date.parse(member.until) <= now))
  const reasons = [
    member?.access === false && t('rights.reachBlocked'),
    (!isInTime || isOutside) && t('rights.reachOutside'),
    networks.length > 0 && t('rights.reachNetworks', { list: networks.join(', ') }),
  ].filter((reason) => typeof reason === 'string')
  return (
    <>
      <p className="rights-group reach-standing">
        {member && (
          <>
            <ColorDot color={group.color} />
            <span className="rights-name">{group.name}</span>
          </>
        )}
        <span className="meta">
          {[t('rights.reachRoot', { level: levelText(level) }), period].filter(Boolean).join(' · ')}
        </span>
      </p>
      {reasons.length > 0 && (
        <p className="rights-notice" role="status">
          {reasons.join(' ')}
        </p>
      )}
    </>
  )
}
