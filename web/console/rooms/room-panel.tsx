import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import { closeRoom, readRoom } from '../../../contract/features/console/console-rooms.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { formatInstant, formatSize } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { Modal } from '../../ui/dialog/modal.tsx'
import { Fact } from '../../ui/list/facts.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { AskDialog } from './ask-dialog.tsx'
import { ChangeRoomDialog } from './change-room-dialog.tsx'
import { isUnlimited } from './limits.ts'
import { OperatorRequests } from './operator-requests.tsx'
import { PhaseChip } from './phase-chip.tsx'

type ConsoleRoom = PayloadOut<typeof readRoom>

interface RoomPanelProps {
  readonly roomId: number
  readonly onChanged: () => void
  readonly onClose: () => void
}

export function RoomPanel({ roomId, onChanged, onClose }: RoomPanelProps) {
  const { t } = useTranslation()
  const api = useApi()
  const id = useId()
  const [asked, setAsked] = useState<'change' | 'operator' | 'reset'>()
  const query = useQuery({
    queryKey: ['room', roomId],
    queryFn: ({ signal }) => api.call(readRoom, { params: { id: String(roomId) } }, { signal }),
  })
  const changed = () => {
    void query.refetch()
    onChanged()
  }
  const { data: room } = query
  const close = () => setAsked(undefined)
  return (
    <Modal labelledBy={`${id}-title`} size="wide" onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {room?.name ?? t('common.loading')}
      </h2>
      <QueryState query={query} count={4} />
      {room && <RoomFacts room={room} />}
      {room && <OperatorRequests roomId={roomId} />}
      <div className="modal-buttons">
        {room && <RoomActions room={room} onAsk={setAsked} onChanged={changed} />}
        <Button autoFocus variant="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
      {room && asked === 'change' && (
        <ChangeRoomDialog room={room} onChanged={changed} onClose={close} />
      )}
      {(asked === 'operator' || asked === 'reset') && (
        <AskDialog roomId={roomId} kind={asked} onClose={close} />
      )}
    </Modal>
  )
}

function RoomFacts({ room }: { readonly room: ConsoleRoom }) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  return (
    <dl className="facts">
      <Fact name={t('console.column_number')}>{room.roomNo}</Fact>
      <Fact name={t('console.column_phase')}>
        <PhaseChip phase={room.phase} closesAt={room.closesAt} />
      </Fact>
      <Fact name={t('console.column_people')}>
        {isUnlimited(room.users)
          ? t('console.peopleUnlimited', { count: room.people })
          : `${room.people} / ${room.users}`}
      </Fact>
      <Fact name={t('console.column_documents')}>{room.documents}</Fact>
      <Fact
        name={t('console.column_usage')}
      >{`${formatSize(room.used)} / ${formatSize(room.storage)}`}</Fact>
      <Fact name={t('console.column_created')}>{formatInstant(room.createdAt, language)}</Fact>
    </dl>
  )
}

interface RoomActionsProps {
  readonly room: ConsoleRoom
  readonly onAsk: (what: 'change' | 'operator' | 'reset') => void
  readonly onChanged: () => void
}

function RoomActions({
  room: { roomId, name, phase, closesAt },
  onAsk,
  onChanged,
}: RoomActionsProps) {
  const { t } = useTranslation()
  const api = useApi()
  const dialogs = useDialogs()
  const alertError = useErrorAlert()
  const isLiving = phase === 'open' || phase === 'frozen'
  const close = async () => {
    if (
      !(await dialogs.confirm({
        tone: 'check',
        text: t('console.closeQuestion', { name }),
        confirmLabel: t('console.closeRoom'),
        isDangerous: true,
      }))
    )
      return
    await api.call(closeRoom, { params: { id: String(roomId) } }).then(onChanged, alertError)
  }
  return (
    <>
      {(isLiving || phase === 'closed') && (
        <Button onClick={() => onAsk('operator')}>{t('console.addOperator')}</Button>
      )}
      {(isLiving || phase === 'closed') && (
        <Button onClick={() => onAsk('reset')}>{t('console.resetOperator')}</Button>
      )}
      {isLiving && <Button onClick={() => onAsk('change')}>{t('console.change')}</Button>}
      {isLiving && closesAt === null && (
        <Button variant="danger" onClick={() => void close()}>
          {t('console.closeRoom')}
        </Button>
      )}
    </>
  )
}
