import './watermark-dialog.css'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { WATERMARK_STRENGTH } from '../../../../contract/core/limits.ts'
import { formatMinute } from '../../../../contract/core/room-time.ts'
import { updateWatermarkStyle, type WatermarkStyle } from '../../../../contract/features/rooms.ts'
import { watermarkText } from '../../../../paper/watermark/layout.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { systemClock } from '../../../lib/browser/clock.ts'
import { ROOM_ZONE } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { ScrollArea } from '../../../ui/list/scroll-area.tsx'
import { roomQuery } from '../room-query.ts'
import { useRoomChange } from '../use-room-change.ts'
import { MarkedSample } from './marked-sample.tsx'

const DENSITIES = [
  'light',
  'standard',
  'dense',
] as const satisfies readonly WatermarkStyle['density'][]
const STEP = 10

interface WatermarkDialogProps {
  readonly roomId: number
  readonly email: string
  readonly onClose: () => void
}

export function WatermarkDialog({ roomId, email, onClose }: WatermarkDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const known = useQuery(roomQuery(useApi(), roomId)).data?.watermarkStyle
  return (
    <Modal labelledBy={`${id}-title`} describedBy={`${id}-hint`} size="wide" onDismiss={onClose}>
      <h2 id={`${id}-title`} className="title">
        {t('room.watermarkPreview')}
      </h2>
      <p id={`${id}-hint`} className="meta">
        {t('room.watermarkHint')}
      </p>
      {known && <StyleForm roomId={roomId} email={email} known={known} onClose={onClose} />}
    </Modal>
  )
}

function StyleForm({
  roomId,
  email,
  known,
  onClose,
}: WatermarkDialogProps & { readonly known: WatermarkStyle }) {
  const { t } = useTranslation()
  const api = useApi()
  const [text] = useState(() =>
    watermarkText({ email, at: formatMinute(new Date(systemClock.now()), ROOM_ZONE) }),
  )
  const [style, setStyle] = useState(known)
  const saving = useRoomChange<WatermarkStyle>(roomId, {
    send: (change) => api.call(updateWatermarkStyle, { body: { id: roomId, ...change } }),
    applied: (room, watermarkStyle) => ({ ...room, watermarkStyle }),
    done: () => t('watermark.saved'),
    onDone: onClose,
  })
  const isChanged = style.density !== known.density || style.strength !== known.strength
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isChanged) saving.mutate(style)
    else onClose()
  }
  return (
    <form onSubmit={onSubmit}>
      <ScrollArea className="watermark-desk" label={t('room.watermarkPreview')}>
        <MarkedSample text={text} style={style} />
      </ScrollArea>
      <StyleFields style={style} onStyle={setStyle} />
      <p className="meta">{t('watermark.applies')}</p>
      <div className="modal-buttons">
        <Button onClick={onClose}>{t(isChanged ? 'common.cancel' : 'common.close')}</Button>
        <Button type="submit" variant="primary" disabled={!isChanged || saving.isPending}>
          {t('watermark.save')}
        </Button>
      </div>
    </form>
  )
}

interface StyleFieldsProps {
  readonly style: WatermarkStyle
  readonly onStyle: (style: WatermarkStyle) => void
}

function StyleFields({ style, onStyle }: StyleFieldsProps) {
  const { t } = useTranslation()
  const id = useId()
  const { least, most } = WATERMARK_STRENGTH
  return (
    <div className="watermark-fields">
      <fieldset>
        <legend className="meta">{t('watermark.density')}</legend>
        {DENSITIES.map((density) => (
          <label key={density} className="watermark-density">
            <input
              type="radio"
              name={`${id}-density`}
              checked={style.density === density}
              onChange={() => onStyle({ ...style, density })}
            />
            {t(`watermark.${density}`)}
          </label>
        ))}
      </fieldset>
      <label className="meta watermark-strength" htmlFor={`${id}-strength`}>
        {t('watermark.strength')}
        <span>
          <input
            id={`${id}-strength`}
            type="range"
            min={least}
            max={most}
            step={STEP}
            value={style.strength}
            aria-valuetext={`${style.strength}%`}
            onChange={({ currentTarget }) =>
              onStyle({ ...style, strength: Number(currentTarget.value) })
            }
          />
          <output htmlFor={`${id}-strength`}>{style.strength}%</output>
        </span>
      </label>
    </div>
  )
}
