import './numbering-dialog.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Numbering,
  type NumberingScope,
  updateIndex,
} from '../../../../contract/features/documents/numbering.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useLongAct } from '../../../room/acts/use-long-act.tsx'
import { LastNumberingUndo } from '../../../room/numbering/last-numbering.tsx'
import { useNumberingDone } from '../../../room/numbering/use-numbering-done.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { Choice } from '../../../ui/field/choice.tsx'
import { roomQuery } from '../room-query.ts'

interface NumberingDialogProps {
  readonly roomId: number
  readonly onClose: () => void
}

const NUMBERINGS = [
  ['off', 'room.numberingOff', 'room.numberingOffHint'],
  ['live', 'room.numberingLive', 'room.numberingLiveHint'],
  ['fixed', 'room.numberingFixed', 'room.numberingFixedHint'],
] as const

const SCOPES = [
  ['room', 'room.numberingRoom', 'room.numberingRoomHint'],
  ['group', 'room.numberingGroup', 'room.numberingGroupHint'],
] as const

export function NumberingDialog({ roomId, onClose }: NumberingDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const { sayDone, takeBack } = useNumberingDone(roomId)
  const dialogs = useDialogs()
  const act = useLongAct(roomId, t('room.numberingWaiting'))
  const room = useQuery(roomQuery(api, roomId)).data
  const [chosen, setNumbering] = useState<Numbering>()
  const [chosenScope, setScope] = useState<NumberingScope>()
  const [chosenNames, setNames] = useState<boolean>()
  const names = chosenNames ?? room?.numberedNames ?? false
  const last = room?.lastNumbering
  const numbering = chosen ?? room?.numbering ?? 'off'
  const proposesGroups = room?.proposesGroupNumbers === true
  const proposed = proposesGroups ? 'group' : room?.numberingScope
  const scope = numbering === 'fixed' ? 'room' : (chosenScope ?? proposed ?? 'room')
  const submit = async () => {
    const losesNumbers = room?.numbering === 'fixed' && numbering !== 'fixed'
    if (losesNumbers && !(await dialogs.confirm({ tone: 'check', text: t('room.numberingLoses') })))
      return undefined
    const isDone = await act.run(async (name) => {
      const body = {
        id: roomId,
        numbering,
        names,
        act: name,
        ...(numbering === 'live' ? { scope } : {}),
      }
      const { beside } = await api.page(updateIndex, { body }, { untimed: true })
      sayDone(t('room.numberingDone'), beside.undo)
    })
    if (isDone) onClose()
    return undefined
  }
  const undoLast = (undo: number) => {
    onClose()
    void takeBack(undo)
  }
  return (
    <FormDialog
      title={t('room.numbering')}
      help={{ text: t('room.numberingHelp'), className: 'meta' }}
      className="numbering-form"
      submit={t('room.numberingSave')}
      waiting={t('room.numberingWaiting')}
      act={act.shown}
      onSubmit={submit}
      onClose={onClose}
    >
      <fieldset className="choices">
        <legend>{t('room.numberingKind')}</legend>
        {NUMBERINGS.map(([value, text, hint]) => (
          <Choice
            key={value}
            type="radio"
            isChosen={numbering === value}
            onChange={() => setNumbering(value)}
          >
            <span>
              {t(text)}
              <span className="meta">{t(hint)}</span>
            </span>
          </Choice>
        ))}
      </fieldset>
      {numbering === 'live' && (
        <fieldset className="choices">
          <legend>{t('room.numberingScope')}</legend>
          {proposesGroups && <p className="meta">{t('room.numberingProposed')}</p>}
          {SCOPES.map(([value, text, hint]) => (
            <Choice
              key={value}
              type="radio"
              isChosen={scope === value}
              onChange={() => setScope(value)}
            >
              <span>
                {t(text)}
                <span className="meta">{t(hint)}</span>
              </span>
            </Choice>
          ))}
        </fieldset>
      )}
      {numbering !== 'off' && (
        <Choice type="checkbox" isChosen={names} onChange={setNames}>
          <span>
            {t('room.numberingNames')}
            <span className="meta">{t('room.numberingNamesHint')}</span>
          </span>
        </Choice>
      )}
      {last && !act.shown.stop && (
        <LastNumberingUndo last={last} onUndo={() => undoLast(last.undo)} />
      )}
    </FormDialog>
  )
}
